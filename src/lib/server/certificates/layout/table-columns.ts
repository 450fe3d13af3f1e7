import type { TableBlock, TableCell, TableRow } from '../document/tables.ts';
import { naturalWidths } from './break-lines.ts';
import type { TextDefaults } from './drawing.ts';

/** Where a column's text begins and how wide it is. */
export type ColumnBox = { readonly x: number; readonly width: number };
export type PlacedCell = { readonly cell: TableCell; readonly row: number; readonly column: number };

/** Every cell with its row and column, skipping cells that span from rows above (as in HTML). */
export function placeCells(rows: readonly TableRow[]): readonly PlacedCell[] {
  const placed: PlacedCell[] = [];
  const takenUntil: number[] = [];
  for (const [row, { cells }] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while ((takenUntil[column] ?? 0) > row) column += 1;
      placed.push({ cell, row, column });
      const columns = cell.columns ?? 1;
      for (let i = 0; i < columns; i += 1) takenUntil[column + i] = row + (cell.rows ?? 1);
      column += columns;
    }
  }
  return placed;
}

/** A table is set at one width, and a template asks for its columns again. */
const known = new WeakMap<TableBlock, { readonly width: number; readonly boxes: readonly ColumnBox[] }>();

/**
 * Sets the widths by content, distributes the rest, and if necessary narrows the widest columns down to their longest
 * words. The sizes of letters are the block's own.
 */
export function columnBoxes(block: TableBlock, text: TextDefaults, width: number): readonly ColumnBox[] {
  const found = known.get(block);
  if (found?.width === width) return found.boxes;
  const boxes = measuredBoxes(block, text, width);
  known.set(block, { width, boxes });
  return boxes;
}

function measuredBoxes(block: TableBlock, text: TextDefaults, width: number): readonly ColumnBox[] {
  const room = width - block.gap * (block.columns.length - 1);
  const natural = block.columns.map(() => ({ line: 0, word: 0 }));
  const measure = (rows: readonly TableRow[], size: number, bold: boolean) => {
    for (const { cell, column } of placeCells(rows)) {
      const widest = natural[column];
      if (!widest || (cell.columns ?? 1) > 1 || block.columns[column]?.width !== 'auto') continue;
      const own = naturalWidths(cell.content, { ...text, size }, bold || cell.bold === true);
      widest.line = Math.max(widest.line, own.line);
      widest.word = Math.max(widest.word, own.word);
    }
  };
  measure(block.head, block.headSize, true);
  measure(block.body, block.size, false);
  const widths = distribute(block, natural, room);
  let x = 0;
  return widths.map((own) => {
    const box = { x, width: own };
    x += own + block.gap;
    return box;
  });
}

function distribute(
  block: TableBlock,
  natural: readonly { line: number; word: number }[],
  room: number
): readonly number[] {
  const shares = block.columns.reduce((sum, { width }) => sum + (typeof width === 'object' ? width.share : 0), 0);
  const base = block.columns.map(({ width }, index) =>
    typeof width === 'number' ? width : (natural[index]?.line ?? 0)
  );
  const rest = room - base.reduce((sum, own) => sum + own, 0);
  if (rest >= 0) {
    const autos = block.columns.filter(({ width }) => width === 'auto').length;
    return block.columns.map(({ width }, index) => {
      const own = base[index] ?? 0;
      if (typeof width === 'object') return (rest * width.share) / shares;
      return width === 'auto' && shares === 0 ? own + rest / autos : own;
    });
  }
  const slack = block.columns.map(({ width }, index) =>
    width === 'auto'
      ? (natural[index]?.line ?? 0) - Math.min(natural[index]?.word ?? 0, room / block.columns.length)
      : 0
  );
  const total = slack.reduce((sum, own) => sum + own, 0);
  const part = total === 0 ? 0 : Math.min(1, -rest / total);
  return base.map((own, index) => own - (slack[index] ?? 0) * part);
}
