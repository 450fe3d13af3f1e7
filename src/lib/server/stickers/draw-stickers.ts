import type { PrinterDpi } from '#lib/contracts/stickers.ts';
import type { LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';
import { layOutSticker } from './lay-out-sticker.ts';
import type { Sticker } from './sticker.ts';
import { stickerSvg } from './sticker-svg.ts';
import { stickersPdf, type StickersOnPaper } from './stickers-pdf.ts';
import { stickersZpl } from './stickers-zpl.ts';

type Labels = { readonly stickers: readonly Sticker[]; readonly label: LabelSize };
/** Takes seconds for a thousand: it is for a thread. */
export type StickerOrder =
  | ({ readonly as: 'pdf' } & StickersOnPaper)
  | ({ readonly as: 'zpl'; readonly dpi: PrinterDpi } & Labels)
  | ({ readonly as: 'svg' } & Labels);
/** A file, or a drawing of each. */
export type DrawnStickers = { readonly file: Uint8Array | string } | { readonly svgs: readonly string[] };

export async function drawStickers(order: StickerOrder): Promise<DrawnStickers> {
  switch (order.as) {
    case 'pdf':
      return { file: await stickersPdf(order) };
    case 'zpl':
      return { file: stickersZpl(order.stickers, order.label, order.dpi) };
    case 'svg':
      return { svgs: order.stickers.map((sticker) => stickerSvg(layOutSticker(sticker, order.label))) };
  }
}
