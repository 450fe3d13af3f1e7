import { expect, test } from 'vitest';
import { instantsOf } from './instants-of.ts';

test('days are inclusive, in UTC, also at the end of a year', () => {
  expect(instantsOf({ from: '2026-11-21', to: '2026-12-31' })).toEqual({
    from: '2026-11-21T00:00:00Z',
    until: '2027-01-01T00:00:00.000Z'
  });
});

test('an instant as end is included, whatever its precision and offset', () => {
  expect(instantsOf({ to: '2026-11-21T09:30:00.123456Z' })).toEqual({ until: '2026-11-21T09:30:00.123457Z' });
  expect(instantsOf({ to: '2026-11-21T10:30:00+01:00' })).toEqual({ until: '2026-11-21T09:30:00.000001Z' });
  expect(instantsOf({ to: '2026-11-21T09:30:59.999999Z' })).toEqual({ until: '2026-11-21T09:31:00.000000Z' });
});

test('without dates there is no limit', () => {
  expect(instantsOf({})).toEqual({});
});
