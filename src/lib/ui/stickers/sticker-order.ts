import type { LabelSheet, PrinterDpi, StickersBody, StickerSize } from '#lib/contracts/stickers.ts';
import { LABEL_SHEETS, labelsOn, sheetUse } from '#lib/laboratory/stickers/label-sheets.ts';
import type { LabelSize } from '#lib/laboratory/stickers/sticker-sizes.ts';

/** The contract's, which screens do not carry; a test compares them. */
export const MOST_STICKERS = 1000;
export const OUTPUTS = ['sheet', 'pdf', 'zpl', 'png', 'jpg'] as const;
export type StickerOutput = (typeof OUTPUTS)[number];

export type StickerForm = {
  output: StickerOutput;
  size: StickerSize;
  sheet: LabelSheet;
  /** Counted from 1; null while it is not a number. */
  first: number | null;
  dpi: PrinterDpi;
};

/** Paper as it is sold where people measure in inches, and everywhere else. */
export const emptyStickerForm = (language: string): StickerForm => ({
  output: 'sheet',
  size: '2x2',
  sheet: language === 'en' ? 'avery_5163' : 'avery_l7160',
  first: 1,
  dpi: 203
});

export const isFirstLabel = ({ sheet, first }: StickerForm): boolean =>
  first !== null && Number.isInteger(first) && first >= 1 && first <= labelsOn(LABEL_SHEETS[sheet]);

export type LabelUse = 'skipped' | 'printed' | 'free';
/** What becomes of each label of the first sheet. */
export function firstSheet({ sheet, first }: StickerForm, stickers: number): readonly LabelUse[] {
  const skip = (first ?? 1) - 1;
  return Array.from({ length: labelsOn(LABEL_SHEETS[sheet]) }, (_, i) =>
    i < skip ? 'skipped' : i < skip + stickers ? 'printed' : 'free'
  );
}
export const sheetsNeeded = (form: StickerForm, stickers: number): number =>
  stickers === 0 ? 0 : sheetUse(LABEL_SHEETS[form.sheet], stickers, (form.first ?? 1) - 1).sheets;

/** What is asked of the server for several, or for a PNG of one. */
export function bodyOf(form: StickerForm, refs: readonly string[]): StickersBodyInput {
  const { output, size, sheet, first, dpi } = form;
  if (output === 'sheet') return { refs: [...refs], format: 'pdf', sheet, skip: (first ?? 1) - 1 };
  if (output === 'zpl') return { refs: [...refs], format: 'zpl', size, dpi };
  return { refs: [...refs], format: output === 'pdf' ? 'pdf' : 'png_zip', size };
}
type StickersBodyInput = Pick<StickersBody, 'refs' | 'format'> & Partial<StickersBody>;

const NAMES = {
  sheet: 'stickers.pdf',
  pdf: 'stickers.pdf',
  zpl: 'stickers.zpl',
  png: 'stickers.zip',
  jpg: 'stickers.zip'
};
export const fileNameOf = ({ output }: StickerForm): string => NAMES[output];

const tenth = (points: number) => Math.round((points * 254) / 72) / 10;
/** Width and height in millimetres. */
export const inMillimetres = ({ width, height }: LabelSize): readonly [number, number] => [tenth(width), tenth(height)];
