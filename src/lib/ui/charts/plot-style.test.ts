import { expect, test } from 'vitest';
import { tickTexts } from './plot-style.ts';

test('ticks say their values: no rounding that would put a line where it is not', () => {
  expect(tickTexts([-0.05, -0.025, 0, 0.025], 'en', true)).toEqual(['−0.050', '−0.025', '0.000', '+0.025']);
  expect(tickTexts([0, 0.1, 0.2, 0.30000000000000004], 'de', false)).toEqual(['0,0', '0,1', '0,2', '0,3']);
  expect(tickTexts([0, 20, 40], 'en', false)).toEqual(['0', '20', '40']);
  expect(tickTexts([1e-9, 2e-9], 'en', false)).toEqual(['0.000000001', '0.000000002']);
});
