import type { LabelSheet } from '#lib/contracts/stickers.ts';
import type { LabelSize } from './sticker-sizes.ts';

type Paper = 'a4' | 'letter';
export type SheetLayout = {
  /** The name on the box. */
  readonly name: string;
  readonly paper: Paper;
  readonly columns: number;
  readonly rows: number;
  /** Size of a label and gap between labels, in points. */
  readonly label: LabelSize;
  readonly gap: LabelSize;
};

const PAPERS: Readonly<Record<Paper, LabelSize>> = {
  a4: { width: (210 * 72) / 25.4, height: (297 * 72) / 25.4 },
  letter: { width: 8.5 * 72, height: 11 * 72 }
};
const inches = (width: number, height: number): LabelSize => ({ width: width * 72, height: height * 72 });
const millimetres = (width: number, height: number): LabelSize => inches(width / 25.4, height / 25.4);

/**
 * The manufacturers' dimensions. On each of these sheets the labels are centred on the paper, which determines the
 * margins.
 */
export const LABEL_SHEETS: Readonly<Record<LabelSheet, SheetLayout>> = {
  avery_5160: {
    name: 'Avery 5160',
    paper: 'letter',
    columns: 3,
    rows: 10,
    label: inches(2.625, 1),
    gap: inches(0.125, 0)
  },
  avery_5163: { name: 'Avery 5163', paper: 'letter', columns: 2, rows: 5, label: inches(4, 2), gap: inches(0.1875, 0) },
  avery_5167: {
    name: 'Avery 5167',
    paper: 'letter',
    columns: 4,
    rows: 20,
    label: inches(1.75, 0.5),
    gap: inches(0.3125, 0)
  },
  avery_22805: {
    name: 'Avery 22805',
    paper: 'letter',
    columns: 4,
    rows: 6,
    label: inches(1.5, 1.5),
    gap: inches(5 / 12, 0.15)
  },
  avery_22806: {
    name: 'Avery 22806',
    paper: 'letter',
    columns: 3,
    rows: 4,
    label: inches(2, 2),
    gap: inches(0.625, 7 / 12)
  },
  avery_l7160: {
    name: 'Avery L7160',
    paper: 'a4',
    columns: 3,
    rows: 7,
    label: millimetres(63.5, 38.1),
    gap: millimetres(2.5, 0)
  },
  avery_l7163: {
    name: 'Avery L7163',
    paper: 'a4',
    columns: 2,
    rows: 7,
    label: millimetres(99.1, 38.1),
    gap: millimetres(2.5, 0)
  },
  avery_l7651: {
    name: 'Avery L7651',
    paper: 'a4',
    columns: 5,
    rows: 13,
    label: millimetres(38.1, 21.2),
    gap: millimetres(2.5, 0)
  }
};

export const paperOf = ({ paper }: SheetLayout): LabelSize => PAPERS[paper];
export const labelsOn = ({ columns, rows }: SheetLayout): number => columns * rows;

/** The upper left corner of a label, counted row by row from 0, in points from the corner of the paper. */
export function placeOn(sheet: SheetLayout, index: number): { readonly x: number; readonly y: number } {
  const { columns, rows, label, gap } = sheet;
  const paper = paperOf(sheet);
  const margin = (whole: number, count: number, size: number, between: number) =>
    (whole - count * size - (count - 1) * between) / 2;
  return {
    x: margin(paper.width, columns, label.width, gap.width) + (index % columns) * (label.width + gap.width),
    y: margin(paper.height, rows, label.height, gap.height) + Math.floor(index / columns) * (label.height + gap.height)
  };
}

export type SheetUse = {
  readonly sheets: number;
  /** Unused labels on the last sheet. */
  readonly free: number;
};
/** The number of sheets for a number of stickers, if some labels of the first sheet are already used. */
export function sheetUse(sheet: SheetLayout, stickers: number, skip: number): SheetUse {
  const onEach = labelsOn(sheet);
  const sheets = Math.ceil((skip + stickers) / onEach);
  return { sheets, free: sheets * onEach - skip - stickers };
}
