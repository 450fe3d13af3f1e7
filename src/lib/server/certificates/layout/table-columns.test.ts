import { describe, expect, it } from 'vitest';
import type { TableBlock, TableRow } from '../document/tables.ts';
import { columnBoxes, placeCells } from './table-columns.ts';

const text = { size: 9, leading: 1.3, color: [0, 0, 0] } as const;
const table = (columns: TableBlock['columns'], body: readonly TableRow[]): TableBlock => ({
  kind: 'table',
  columns,
  head: [],
  body,
  size: 9,
  headSize: 8,
  headColor: [0, 0, 0],
  gap: 10,
  padding: 2
});
const auto = { align: 'left', width: 'auto' } as const;

describe('the columns of a table', () => {
  it('fill the width exactly, by content and shares', () => {
    const rows = [{ cells: [{ content: 'wide content' }, { content: 'x' }] }];
    for (const columns of [
      [auto, auto],
      [auto, { align: 'left', width: { share: 1 } } as const],
      [{ align: 'left', width: 80 } as const, auto]
    ]) {
      const boxes = columnBoxes(table(columns, rows), text, 300);
      const last = boxes.at(-1);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(300, 6);
    }
  });

  it('shrink if the content is too wide, the widest first', () => {
    const rows = [{ cells: [{ content: 'many words that can be wrapped '.repeat(5) }, { content: '0.123' }] }];
    const [wide, narrow] = columnBoxes(table([auto, auto], rows), text, 200);
    expect((wide?.width ?? 0) + 10 + (narrow?.width ?? 0)).toBeCloseTo(200, 6);
    expect(narrow?.width).toBeGreaterThan(20);
  });

  it('are skipped by cells below one that spans rows', () => {
    const rows: readonly TableRow[] = [
      {
        cells: [
          { content: 'a', rows: 2 },
          { content: 'b', columns: 2 },
          { content: 'c', rows: 2 }
        ]
      },
      { cells: [{ content: 'd' }, { content: 'e' }] }
    ];
    expect(placeCells(rows).map(({ cell, row, column }) => [cell.content, row, column])).toEqual([
      ['a', 0, 0],
      ['b', 0, 1],
      ['c', 0, 3],
      ['d', 1, 1],
      ['e', 1, 2]
    ]);
  });
});
