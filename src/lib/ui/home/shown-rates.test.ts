import { expect, test } from 'vitest';
import { shownRates } from './shown-rates.ts';

const local = {
  as_found: { judged: 4, passed: 3, share: 0.75 },
  as_left: { judged: 4, passed: 4, share: 1 },
  n: 4
};
const server = { as_found: 0.5, as_left: null, n: 9000, months: 12 } as const;

test('the rates of all calibrations are those of the device as long as it reads all of them', () => {
  const found = shownRates(local, false, server);
  expect(found).toEqual({
    as_found: { share: 0.75, failed: 1 },
    as_left: { share: 1, failed: 0 },
    n: 4,
    latestOnly: false
  });
});

test('where there are more than the page reads the server counts them, and without it the page says what it counts', () => {
  expect(shownRates(local, true, server)).toEqual({
    as_found: { share: 0.5, failed: null },
    as_left: { share: null, failed: null },
    n: 9000,
    latestOnly: false
  });
  expect(shownRates(local, true, null)).toMatchObject({ n: 4, as_found: { share: 0.75 }, latestOnly: true });
});
