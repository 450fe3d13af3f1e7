import type { LabelSheet } from '#lib/contracts/stickers.ts';
import { LABEL_SHEETS, labelsOn, paperOf, placeOn } from '#lib/laboratory/stickers/label-sheets.ts';
import type { LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import { paint, type PaintedPage } from '#lib/server/certificates/layout/paint.ts';
import { drawSticker } from './draw-sticker.ts';
import { layOutSticker } from './lay-out-sticker.ts';
import type { Sticker } from './sticker.ts';

export type StickersOnPaper = {
  readonly stickers: readonly Sticker[];
  readonly on: { readonly label: LabelSize } | { readonly sheet: LabelSheet; readonly skip: number };
  readonly title: string;
  readonly author: string;
  readonly createdAt: Date;
};

/** Stickers as vectors, with the letters of the certificates: a page of its own size for each, or sheets of labels. */
export async function stickersPdf({ stickers, on, title, author, createdAt }: StickersOnPaper): Promise<Uint8Array> {
  const described = { title, author, subject: title, creator: 'Plumbline', createdAt };
  if ('label' in on) {
    const pages = stickers.map((sticker): PaintedPage => {
      return { layers: [{ drawings: drawSticker(layOutSticker(sticker, on.label)), x: 0, y: 0 }] };
    });
    return (await paint(pages, { ...described, page: on.label })).pdf;
  }
  const sheet = LABEL_SHEETS[on.sheet];
  const onEach = labelsOn(sheet);
  const pages: { layers: PaintedPage['layers'][number][] }[] = [];
  for (const [i, sticker] of stickers.entries()) {
    const at = on.skip + i;
    if (i === 0 || at % onEach === 0) pages.push({ layers: [] });
    const drawings = drawSticker(layOutSticker(sticker, sheet.label));
    pages.at(-1)?.layers.push({ drawings, ...placeOn(sheet, at % onEach) });
  }
  return (await paint(pages, { ...described, page: paperOf(sheet) })).pdf;
}
