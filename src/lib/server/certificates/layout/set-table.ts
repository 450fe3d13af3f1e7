import type { Stroke } from '../document/blocks.ts';
import type { TableBlock, TableRow } from '../document/tables.ts';
import { horizontal, type Drawing, type Setting, type Slice, type TextDefaults } from './drawing.ts';
import { setLines } from './set-text.ts';
import { columnBoxes, placeCells, type ColumnBox } from './table-columns.ts';

/** From line to line in multiples of the size. */
export const TABLE_LEADING = 1.3;

type BandStyle = { readonly text: TextDefaults; readonly valign: 'top' | 'bottom'; readonly bold: boolean };

/** A table as one slice per row (rows that a cell spans stay together), its head above the first row of every page. */
export function setTable(block: TableBlock, setting: Setting): readonly Slice[] {
  const boxes = columnBoxes(block, setting.text, setting.width);
  const head = setHead(block, boxes, setting);
  const style = {
    text: { ...setting.text, size: block.size, leading: TABLE_LEADING },
    valign: 'top',
    bold: false
  } as const;
  const bands = groupBySpans(block.body).map((rows) => setBand(block, rows, boxes, style, setting.width));
  const slices: Slice[] = bands.map((band, index) => ({
    ...band,
    ...(head && { head }),
    // A table neither begins nor ends with a single row on a page.
    keepWithNext: block.keepWithNext === true || (bands.length > 1 && (index === 0 || index === bands.length - 2))
  }));
  const last = slices.at(-1);
  if (last && block.ruleBottom) {
    slices[slices.length - 1] = withLine(last, last.height, setting.width, block.ruleBottom);
  }
  return head ? [{ ...head, keepWithNext: true }, ...slices] : slices;
}

function setHead(block: TableBlock, boxes: readonly ColumnBox[], setting: Setting): Slice | undefined {
  if (block.head.length === 0) return undefined;
  const text = { size: block.headSize, leading: TABLE_LEADING, color: block.headColor };
  const band = setBand(block, block.head, boxes, { text, valign: 'bottom', bold: false }, setting.width);
  const topped = block.ruleTop ? withLine(band, 0, setting.width, block.ruleTop) : band;
  return block.ruleHead ? withLine(topped, topped.height, setting.width, block.ruleHead) : topped;
}

function withLine(slice: Slice, y: number, width: number, stroke: Stroke): Slice {
  return { ...slice, drawings: [...slice.drawings, horizontal(0, y, width, stroke)] };
}

function groupBySpans(rows: readonly TableRow[]): readonly (readonly TableRow[])[] {
  const bands: TableRow[][] = [];
  let open = 0;
  for (const row of rows) {
    if (open > 0) bands.at(-1)?.push(row);
    else bands.push([row]);
    open = Math.max(open - 1, 0, ...row.cells.map((cell) => (cell.rows ?? 1) - 1));
  }
  return bands;
}

function setBand(
  block: TableBlock,
  rows: readonly TableRow[],
  boxes: readonly ColumnBox[],
  style: BandStyle,
  width: number
): Slice {
  const cells = placeCells(rows).map((placed) => {
    const first = boxes[placed.column];
    const last = boxes[Math.min(placed.column + (placed.cell.columns ?? 1), boxes.length) - 1];
    if (!first || !last) throw new Error(`A row of the table has more cells than its ${boxes.length} columns`);
    const box = {
      x: first.x,
      y: 0,
      width: last.x + last.width - first.x,
      align: placed.cell.align ?? block.columns[placed.column]?.align ?? 'left',
      bold: style.bold || placed.cell.bold === true
    } as const;
    return { ...placed, box, set: setLines(placed.cell.content, box, style.text) };
  });
  const heights = rows.map(() => 0);
  for (const pass of [1, 2]) {
    for (const { row, cell, set } of cells) {
      const span = cell.rows ?? 1;
      if ((span === 1) !== (pass === 1)) continue;
      const lastRow = row + span - 1;
      const above = heights.slice(row, lastRow).reduce((sum, own) => sum + own, 0);
      heights[lastRow] = Math.max(heights[lastRow] ?? 0, set.height + 2 * block.padding - above);
    }
  }
  const tops = heights.map((_, row) => heights.slice(0, row).reduce((sum, own) => sum + own, 0));
  const drawings: Drawing[] = [];
  for (const { cell, row, box, set } of cells) {
    const top = tops[row] ?? 0;
    const height = heights.slice(row, row + (cell.rows ?? 1)).reduce((sum, own) => sum + own, 0);
    const dy = top + (style.valign === 'bottom' ? height - block.padding - set.height : block.padding);
    for (const drawing of set.lines.flat()) {
      drawings.push(drawing.kind === 'text' ? { ...drawing, y: drawing.y + dy } : drawing);
    }
    if (cell.ruleBelow) drawings.push(horizontal(box.x, top + height, box.width, cell.ruleBelow));
  }
  for (const [row, { ruleAbove }] of rows.entries()) {
    if (ruleAbove) drawings.push(horizontal(0, tops[row] ?? 0, width, ruleAbove));
  }
  return { height: heights.reduce((sum, own) => sum + own, 0), drawings };
}
