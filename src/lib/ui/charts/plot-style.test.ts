import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import { abscissa, tickTexts, type Ink } from './plot-style.ts';

test('ticks say their values: no rounding that would put a line where it is not', () => {
  expect(tickTexts([-0.05, -0.025, 0, 0.025], 'en', true)).toEqual(['−0.050', '−0.025', '0.000', '+0.025']);
  expect(tickTexts([0, 0.1, 0.2, 0.30000000000000004], 'de', false)).toEqual(['0,0', '0,1', '0,2', '0,3']);
  expect(tickTexts([0, 20, 40], 'en', false)).toEqual(['0', '20', '40']);
  expect(tickTexts([1e-9, 2e-9], 'en', false)).toEqual(['0.000000001', '0.000000002']);
});

/** A chart whose letters are all ten pixels wide. */
const CHART = {
  ctx: { save: () => undefined, restore: () => undefined, measureText: (text: string) => ({ width: 10 * text.length }) }
} as unknown as uPlot;

test('the last label of an abscissa is not cut off at the right, and a short one takes no room', () => {
  const roomFor = (texts: string[]) => {
    const { axis, padding } = abscissa({ font: '12px sans-serif' } as Ink, () => texts, {});
    if (typeof axis.values === 'function') axis.values(CHART, [], 0, 0, 0);
    return typeof padding[1] === 'function' ? padding[1](CHART, 1, [false, false, true, true], 0) : padding[1];
  };
  expect(roomFor(['0', '1,000.0'])).toBe(37);
  expect(roomFor(['1,000.0', '2'])).toBe(14);
  expect(roomFor([])).toBe(14);
});
