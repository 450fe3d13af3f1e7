import { expect, test } from 'vitest';
import { nominalsOf, spreadNominals } from './round-nominals.ts';

test.each([
  [0, 100, 5, '0 25 50 75 100'],
  [0, 100, 9, '0 12.5 25 37.5 50 62.5 75 87.5 100'],
  [-40, 125, 5, '-40 0 45 85 125'],
  [4, 20, 5, '4 8 12 16 20'],
  [0, 100, 7, '0 17 33 50 67 83 100'],
  [0, 1, 4, '0 0.35 0.65 1'],
  [100, 0, 3, '100 50 0'],
  [5, 5, 3, '5 5 5'],
  [7, 9, 1, '7']
])('from %d to %d in %i: %s', (low, high, count, nominals) => {
  expect(spreadNominals(low, high, count).join(' ')).toBe(nominals);
});

test.each([
  [[0.012, 10.034, 19.987, 30.021, 40.008], '0 10 20 30 40'],
  [[0.01, 12.51, 24.99, 37.5], '0 12.5 25 37.5'],
  [[0.01, 50.02, 100.01, 100, 50, 0], '0 50 100 100 50 0'],
  [[0.00123, 0.00251, 0.00374], '0.00123 0.00251 0.00374'],
  [[5.01, 5.01], '5.01 5.01']
])('%j stood for %s', (references, nominals) => {
  expect(nominalsOf(references).join(' ')).toBe(nominals);
});
