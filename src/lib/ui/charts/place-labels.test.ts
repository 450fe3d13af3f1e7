import { expect, test } from 'vitest';
import { besideLine, boxOf, crosses, placeLabels, type Spot } from './place-labels.ts';

const frame = { left: 0, right: 300, top: 0, bottom: 200 };
const SIZE = 12;
const level = (y: number): Spot[] => [
  [0, y],
  [300, y]
];

test('a line is seen through a box in whatever direction it runs', () => {
  const box = { left: 10, right: 20, top: 10, bottom: 20 };
  expect(crosses([[0, 0], [30, 30]], box)).toBe(true); // prettier-ignore
  expect(crosses([[0, 15], [30, 15]], box)).toBe(true); // prettier-ignore
  expect(crosses([[12, 12], [13, 13]], box)).toBe(true); // prettier-ignore
  expect(crosses([[0, 0], [30, 5]], box)).toBe(false); // prettier-ignore
  expect(crosses([[0, 25], [30, 25]], box)).toBe(false); // prettier-ignore
  expect(crosses([[15, 0], [15, 9]], box)).toBe(false); // prettier-ignore
});

test('a label stands above its line, below it where that is taken, and nowhere where no place is free', () => {
  const label = { key: 'tolerance', text: 'tolerance ±0.3', places: besideLine(level(60), SIZE) };
  const put = (lines: readonly Spot[][]) =>
    placeLabels([label], { frame, lines: [level(60), ...lines], marks: [] }, SIZE);
  expect(put([])[0]?.y).toBeLessThan(60);
  expect(put([level(52)])[0]?.y).toBeGreaterThan(60);
  expect(put([level(52), level(70)])).toEqual([]);
});

test('labels of close lines never overlap each other, a line or a mark', () => {
  for (let gap = 0; gap <= 60; gap += 1) {
    const lines = [level(40), level(40 + gap), [[0, 20 + gap], [300, 90]] as Spot[]]; // prettier-ignore
    const marks = [{ left: 250, right: 258, top: 30, bottom: 38 }];
    const labels = lines.map((line, i) => ({
      key: String(i),
      text: 'acceptance ±0.264',
      places: besideLine(line, SIZE)
    }));
    const placed = placeLabels(labels, { frame, lines, marks }, SIZE);
    const boxes = placed.map((place) => boxOf(place.text, place, SIZE));
    boxes.forEach((box, i) => {
      expect(lines.some((line) => crosses(line, box))).toBe(false);
      for (const other of [...boxes.slice(i + 1), ...marks]) {
        expect(
          box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom
        ).toBe(false);
      }
    });
  }
});
