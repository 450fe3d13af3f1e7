import type { StickerSize } from '#lib/contracts/stickers.ts';

/** Points are 1/72 inch. */
export const POINTS_PER_INCH = 72;

export type LabelSize = { readonly width: number; readonly height: number };

const inches = (width: number, height: number): LabelSize => ({
  width: width * POINTS_PER_INCH,
  height: height * POINTS_PER_INCH
});

/** In points. */
export const STICKER_SIZES: Readonly<Record<StickerSize, LabelSize>> = {
  '2x2': inches(2, 2),
  '4x2': inches(4, 2),
  '1x0.5': inches(1, 0.5)
};
