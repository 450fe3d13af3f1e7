/** The names of sticker sizes, formats and sheets; laboratory/stickers has the dimensions. */
import { z } from 'zod';

/** Width × height in inches. */
export const stickerSize = z.enum(['2x2', '4x2', '1x0.5']);
export type StickerSize = z.infer<typeof stickerSize>;
export const stickerFormat = z.enum(['png', 'jpg', 'pdf']);
export type StickerFormat = z.infer<typeof stickerFormat>;

/** Sheets of self-adhesive labels by the manufacturer's number; other brands are compatible. */
export const labelSheet = z.enum([
  'avery_5160',
  'avery_5163',
  'avery_5167',
  'avery_22805',
  'avery_22806',
  'avery_l7160',
  'avery_l7163',
  'avery_l7651'
]);
export type LabelSheet = z.infer<typeof labelSheet>;

export const stickersFormat = z.enum(['pdf', 'zpl', 'png_zip']);

export const MOST_STICKERS = 1000;
/** Resolutions of label printers. */
export const printerDpi = z.literal([203, 300]);
export type PrinterDpi = z.infer<typeof printerDpi>;

export const stickersBody = z.strictObject({
  refs: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(MOST_STICKERS)
    .describe('asset_id or UUID of each asset, in print order; duplicates are printed twice'),
  size: stickerSize.default('2x2').describe('Ignored for sheets, whose labels have their own size'),
  format: stickersFormat.describe('pdf: a page for each sticker, or sheets; zpl: for label printers; png_zip: 300 dpi'),
  sheet: labelSheet.optional().describe('With pdf only: the label paper to print on'),
  skip: z.int().min(0).max(79).default(0).describe('Number of labels already used on the first sheet'),
  dpi: printerDpi.default(203).describe('With zpl only: dots per inch of the label printer')
});
export type StickersBody = z.infer<typeof stickersBody>;
