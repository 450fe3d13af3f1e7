import { expect, test } from 'vitest';
import { boxOf, crosses, type Spot } from './place-labels.ts';
import { placeNames, reachBetween } from './plot-names.ts';
import type { PlotMark } from './plot.ts';

const SIZE = 12;
const frame = { left: 60, right: 660, top: 0, bottom: 220 };
/** Values from −1 to 1 over the height, abscissae from 0 to 100 over the width. */
const at = (x: number, y: number): Spot => [60 + 6 * x, 110 - 110 * y];
const line = (name: string | undefined, from: number, to: number) => ({
  values: [from, to],
  ink: 'text' as const,
  ...(name === undefined ? {} : { name })
});
const mark = (x: number, y: number, half: number | null = 0.1): PlotMark => ({
  x,
  y,
  half,
  fails: false,
  name: '+0.0123'
});

test('a name stands clear of what its line does below it, also where it begins between two samples', () => {
  expect(reachBetween([[0, 3], [10, 1], [20, 0]], 15, 20)).toEqual([0, 0.5]); // prettier-ignore
  expect(reachBetween([[0, 0], [10, 5], [20, 3]], 5, 20)).toEqual([2.5, 5]); // prettier-ignore
  expect(reachBetween([[0, 9], [10, 1], [20, 0], [30, 8]], 10, 20)).toEqual([0, 1]); // prettier-ignore
});

test('wherever the marks of a drift are, no number overlaps another, a line, the plumb line, a mark or the frame', () => {
  let written = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    const lines = [
      line('tolerance +0.8', 0.8, 0.8),
      line('tolerance −0.8', -0.8, -0.8),
      line('95 % prediction', 0.2, turn / 100)
    ];
    const marks = [0, 18, 22, 61, 95, 100].map((x, i) => mark(x, Math.sin(turn + i) * 0.4, i === 2 ? null : 0.12));
    const placed = placeNames({ x: [0, 100], lines, marks }, { at, frame, size: SIZE });
    const boxes = placed.map((place) => boxOf(place.text, place, SIZE));
    const drawn = [
      ...lines.map(({ values: [from = 0, to = 0] }) => [at(0, from), at(100, to)]),
      [at(0, 0), at(100, 0)]
    ];
    boxes.forEach((box, i) => {
      expect(box.left >= frame.left && box.right <= frame.right && box.bottom <= frame.bottom).toBe(true);
      expect(drawn.some((one) => crosses(one, box))).toBe(false);
      const others = [...boxes.slice(i + 1), ...marks.map(({ x, y }) => boxAround(at(x, y)))];
      expect(others.some((other) => overlaps(box, other))).toBe(false);
    });
    written += placed.length;
  }
  // The rule is kept by placing, not by leaving out.
  expect(written).toBeGreaterThan(60 * 8);
});

test('a number gives way to the other side of its mark, and near the edge it stands left of it', () => {
  const alone = (x: number, y: number) =>
    placeNames({ x: [0, 100], lines: [], marks: [mark(x, y, null)] }, { at, frame, size: SIZE })[0];
  expect(alone(10, 0.5)).toMatchObject({ anchor: 'start' });
  expect(alone(98, 0.5)).toMatchObject({ anchor: 'end' });
  // The plumb line runs through the place below it.
  expect(alone(10, 0.1)?.y).toBeLessThan(at(10, 0.1)[1]);
});

const boxAround = ([x, y]: Spot) => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 });
const overlaps = (a: ReturnType<typeof boxOf>, b: ReturnType<typeof boxOf>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
