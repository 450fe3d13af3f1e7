import type { ColumnsBlock } from '../document/blocks.ts';
import { moved, stacked, type Drawing, type Setting, type Slice } from './drawing.ts';

/** The width of each column in points: fixed ones, and the others by their shares of the rest. */
export function columnWidths(block: ColumnsBlock, width: number): readonly number[] {
  const fixed = block.columns.reduce((sum, { width: own }) => sum + (typeof own === 'number' ? own : 0), 0);
  const shares = block.columns.reduce((sum, { width: own }) => sum + (typeof own === 'number' ? 0 : own.share), 0);
  const rest = width - fixed - block.gap * (block.columns.length - 1);
  return block.columns.map(({ width: own }) => (typeof own === 'number' ? own : (rest * own.share) / shares));
}

/**
 * Columns side by side as one slice; one below another if they are taller than `pageHeight`, so that nothing is cut
 * off.
 */
export function setColumns(block: ColumnsBlock, setting: Setting, pageHeight: number): readonly Slice[] {
  const widths = columnWidths(block, setting.width);
  const columns = block.columns.map((column, index) => stacked(setting.setBlocks(column.blocks, widths[index] ?? 0)));
  const height = Math.max(...columns.map((column) => column.height));
  if (height > pageHeight) return block.columns.flatMap((column) => setting.setBlocks(column.blocks, setting.width));
  const drawings: Drawing[] = [];
  let x = 0;
  for (const [index, column] of columns.entries()) {
    const divider = block.columns[index]?.divider;
    if (divider) {
      const at = x - block.gap / 2;
      drawings.push({
        kind: 'path',
        path: [
          ['M', at, 0],
          ['L', at, height]
        ],
        stroke: divider
      });
    }
    const dy = block.align === 'bottom' ? height - column.height : 0;
    for (const drawing of column.drawings) drawings.push(moved(drawing, x, dy));
    x += (widths[index] ?? 0) + block.gap;
  }
  return [{ height, drawings }];
}
