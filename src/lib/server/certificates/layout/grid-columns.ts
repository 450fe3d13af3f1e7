import type { GridBlock, GridCell, GridEdge, GridRow } from '../document/tables.ts';
import { naturalWidths } from './break-lines.ts';
import type { InlineContent, Setting } from './drawing.ts';

/** Where a column begins with its empty left side, and where its text begins and how wide it is. */
export type GridBox = { readonly left: number; readonly x: number; readonly width: number; readonly right: number };
export type GridBoxes = {
  readonly boxes: readonly GridBox[];
  readonly edges: readonly number[];
  readonly width: number;
};
type Place = (content: InlineContent, setting: Setting) => InlineContent;

/** All rows of a grid that decide about its columns. */
const allRows = (block: GridBlock): readonly GridRow[] => [
  ...block.firstHead,
  ...block.head,
  ...block.body,
  ...block.foot,
  ...block.lastFoot
];

/** The width of a grid, as wide as its content. */
export function gridWidth(block: GridBlock, setting: Setting, place: Place): number {
  return gridBoxes(block, setting, place).width;
}

/** The columns of a grid from its left end. Columns wider than the page together are narrowed, the widest first. */
export function gridBoxes(block: GridBlock, setting: Setting, place: Place): GridBoxes {
  const edges = block.edges.map((edge) => edgeWidth(edge, block, setting, place));
  const fixed =
    edges.reduce((sum, own) => sum + own, 0) +
    block.columns.reduce((sum, { before, after }) => sum + before + after, 0);
  const room = (typeof block.width === 'number' ? block.width : setting.width) - fixed;
  const widths = shared(block, narrowed(block, naturalColumns(block, edges, setting, place), room), room);
  // In LaTeX it is to the left of every column but the first.
  const extra =
    block.isStretched === true && widths.length > 1
      ? Math.max(0, room - widths.reduce((sum, own) => sum + own, 0)) / (widths.length - 1)
      : 0;
  const boxes: GridBox[] = [];
  const edgesAt: number[] = [];
  let x = 0;
  for (const [index, column] of block.columns.entries()) {
    edgesAt.push(x);
    x += (edges[index] ?? 0) + (index > 0 ? extra : 0);
    const width = widths[index] ?? 0;
    boxes.push({ left: x, x: x + column.before, width, right: x + column.before + width + column.after });
    x += column.before + width + column.after;
  }
  edgesAt.push(x);
  return { boxes, edges: edgesAt, width: x + (edges.at(-1) ?? 0) };
}

function edgeWidth({ lines, content }: GridEdge, block: GridBlock, setting: Setting, place: Place): number {
  const drawn = lines === 0 ? 0 : lines * block.stroke.width + (lines - 1) * block.lineGap;
  return drawn + (content ? naturalWidths(place(content, setting), block.text, false).line : 0);
}

function naturalColumns(block: GridBlock, edges: readonly number[], setting: Setting, place: Place): number[] {
  const widths = block.columns.map(({ width }) => (typeof width === 'number' ? width : 0));
  const wide: { cell: GridCell; from: number; width: number }[] = [];
  for (const row of allRows(block)) {
    if (row.kind === 'line') continue;
    let at = 0;
    for (const cell of row.cells) {
      const column = block.columns[at];
      const isMeasured = cell.columns > 1 || column?.width === 'natural';
      if (isMeasured && !('blocks' in cell.content)) {
        const width = cell.width ?? naturalWidths(place(cell.content, setting), block.text, false).line + 0.02;
        if (cell.columns > 1) wide.push({ cell, from: at, width });
        else widths[at] = Math.max(widths[at] ?? 0, width);
      }
      at += cell.columns;
    }
  }
  // What a cell over several columns needs more than they have goes to the last of them that is not fixed.
  for (const { cell, from, width } of wide) {
    const spanned = block.columns.slice(from, from + cell.columns);
    const need = width + (cell.before ?? spanned[0]?.before ?? 0) + (cell.after ?? spanned.at(-1)?.after ?? 0);
    if (spanned.some((column) => typeof column.width === 'object')) continue;
    const have = spanned.reduce(
      (sum, { before, after }, index) =>
        sum + before + (widths[from + index] ?? 0) + after + (index > 0 ? (edges[from + index] ?? 0) : 0),
      0
    );
    const last = spanned.findLastIndex((column) => column.width === 'natural');
    if (last >= 0 && need > have) widths[from + last] = (widths[from + last] ?? 0) + need - have;
  }
  return widths;
}

/** The widest columns by content are cut to one width, so that all fit. */
function narrowed(block: GridBlock, widths: readonly number[], room: number): readonly number[] {
  const isNatural = (index: number) => block.columns[index]?.width === 'natural';
  const others = widths.reduce((sum, own, index) => sum + (isNatural(index) ? 0 : own), 0);
  const natural = widths.filter((_, index) => isNatural(index)).toSorted((a, b) => a - b);
  let left = room - others;
  if (natural.reduce((sum, own) => sum + own, 0) <= left + 0.5 || left <= 0) return widths;
  let cap = left / natural.length;
  for (const [index, own] of natural.entries()) {
    cap = left / (natural.length - index);
    if (own > cap) break;
    left -= own;
  }
  return widths.map((own, index) => (isNatural(index) ? Math.min(own, cap) : own));
}

/** Shares of what is left of the grid's width. */
function shared(block: GridBlock, widths: readonly number[], room: number): readonly number[] {
  const shares = block.columns.reduce((sum, { width }) => sum + (typeof width === 'object' ? width.share : 0), 0);
  const rest = Math.max(0, room - widths.reduce((sum, own) => sum + own, 0));
  return widths.map((own, index) => {
    const width = block.columns[index]?.width;
    return typeof width === 'object' ? (rest * width.share) / shares : own;
  });
}
