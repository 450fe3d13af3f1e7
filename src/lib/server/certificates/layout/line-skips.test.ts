import { describe, expect, it } from 'vitest';
import type { Slice, SliceLine } from './drawing.ts';
import { lineSkips, tight } from './line-skips.ts';
import { paginate } from './paginate.ts';

/** A line whose letters reach 7 above and 2 below its baseline, in 12 points, 9 of them above the baseline. */
const lineOf = (more: Partial<SliceLine> = {}): Slice => {
  const line = { above: 9, below: 3, height: 7, depth: 2, skip: 12, ...more };
  return { height: line.above + line.below, drawings: [mark(line.above)], line };
};
const mark = (y: number) => ({ kind: 'path', path: [['M', 0, y]] }) as const;
const space = (height: number): Slice => ({ height, drawings: [], space: true });

/** Where baselines are: each slice has one mark there. */
function baselines(slices: Iterable<Slice>): readonly number[] {
  let top = 0;
  return [...slices].flatMap(({ height, drawings }) => {
    const own = drawings.flatMap((drawing) => (drawing.kind === 'path' ? [drawing.path[0]?.[2] ?? NaN] : []));
    top += height;
    return own.map((y) => top - height + y);
  });
}
const rounded = (numbers: readonly number[]) => numbers.map((one) => Number(one.toFixed(3)));

describe('lines of TeX', () => {
  it('are as far apart as the lower one says, and the space between them', () => {
    const heading = lineOf({ above: 14, below: 4, height: 10, skip: 18 });
    expect(baselines(lineSkips([lineOf(), space(20), heading, lineOf()]))).toEqual([9, 9 + 20 + 18, 47 + 12]);
  });

  it('are a point of TeX apart where letters or boxes are too tall', () => {
    const box = lineOf({ above: 40, below: 21, height: 40, depth: 20 });
    expect(rounded(baselines(lineSkips([lineOf(), box, lineOf()])))).toEqual([9, 51.996, 79.993]);
  });

  it('are below a table as if it had been no line: the line above the table decides', () => {
    const row: Slice = {
      height: 12,
      drawings: [mark(8)],
      line: { above: 8, below: 4, height: 8, depth: 4, skip: 0 }
    };
    // The table begins where the letters of the line above it end.
    expect(baselines(lineSkips([lineOf(), row, row, lineOf()]))).toEqual([9, 19, 31, 45]);
  });

  it('begin a page at its first baseline, and may hang below its end', () => {
    const slices = [...lineSkips([lineOf(), lineOf(), lineOf()], { topSkip: 10, maxDepth: 5 })];
    const pages = paginate(slices, 22);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(pages.map((page) => baselines(page.map(({ slice }) => slice)))).toEqual([[10, 22], [10]]);
    expect(paginate(slices, 21.9).map((page) => page.length)).toEqual([1, 1, 1]);
  });

  it('end a box with their letters', () => {
    const [first, second] = tight([...lineSkips([lineOf(), lineOf()])]);
    expect([first?.height, second?.height]).toEqual([10, 11]);
    expect(baselines(tight([...lineSkips([lineOf(), lineOf()])]))).toEqual([7, 19]);
  });
});
