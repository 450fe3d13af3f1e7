import { describe, expect, it } from 'vitest';
import type { Slice } from './drawing.ts';
import { paginate } from './paginate.ts';

const slice = (height: number, more: Partial<Slice> = {}): Slice => ({ height, drawings: [], ...more });

describe('pages', () => {
  it('take slices until they are full', () => {
    const pages = paginate([slice(40), slice(40), slice(40)], 100);
    expect(pages.map((page) => page.map(({ y }) => y))).toEqual([[0, 40], [0]]);
  });

  it('never end with a slice that must stay with the next', () => {
    const heading = slice(20, { keepWithNext: true });
    const pages = paginate([slice(70), heading, slice(30)], 100);
    expect(pages.map((page) => page.length)).toEqual([1, 2]);
  });

  it('never end with such a slice and space below it either', () => {
    const heading = slice(20, { keepWithNext: true });
    const pages = paginate([slice(70), heading, slice(2, { space: true }), slice(30)], 100);
    expect(pages.map((page) => page.length)).toEqual([1, 3]);
  });

  it('begin with the head of a table that continues', () => {
    const head = slice(10);
    const rows = Array.from({ length: 5 }, () => slice(30, { head }));
    const pages = paginate([head, ...rows], 100);
    expect(pages.map((page) => page.map((placed) => placed.slice.height))).toEqual([
      [10, 30, 30, 30],
      [10, 30, 30]
    ]);
  });

  it('drop space at their top and honour page breaks, but are never empty', () => {
    const pages = paginate([slice(60), slice(50, { space: true }), slice(60), slice(0, { pageBreak: true })], 100);
    expect(pages.map((page) => page.map((placed) => placed.slice.height))).toEqual([[60], [60]]);
  });

  it('push the slices after a fill to the foot', () => {
    const pages = paginate([slice(30), slice(0, { fill: true, keepWithNext: true }), slice(20)], 100);
    expect(pages[0]?.map(({ y }) => y)).toEqual([0, 80, 80]);
  });

  it('end with letters that hang below them, those of a table with a foot not where it begins', () => {
    const text = Array.from({ length: 4 }, () => slice(12, { hangs: 4 }));
    expect(paginate(text, 32).map((page) => page.length)).toEqual([3, 1]);
    const [head, foot] = [slice(10), slice(14, { hangs: 4 })];
    const rows = Array.from({ length: 6 }, () => slice(12, { head, foot, hangs: 4 }));
    const pages = paginate([head, ...rows, slice(12)], 52);
    expect(pages.map((page) => page.map((placed) => placed.slice.height))).toEqual([
      [10, 12, 12, 14],
      [10, 12, 12, 12, 14],
      [10, 12, 12]
    ]);
  });

  it('break inside a group that is taller than a page', () => {
    const pages = paginate(
      Array.from({ length: 12 }, () => slice(20, { keepWithNext: true })),
      100
    );
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2]);
  });
});
