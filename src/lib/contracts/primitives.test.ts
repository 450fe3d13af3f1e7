import { expect, test } from 'vitest';
import { instant } from './primitives.ts';

test.each(['2026-11-21T20:00:00Z', '2026-11-21T20:00:00.123456Z', '2026-11-21T20:00:00+14:00', '1900-01-01T00:00:00Z'])(
  '%s is an instant',
  (text) => {
    expect(instant.parse(text)).toBe(text);
  }
);

test.each([
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '2026-11-21T20:00:00+16:00',
  '2026-11-21T20:00:00-23:59',
  '2026-02-30T00:00:00Z',
  '2026-11-21'
])('%s is none that a database keeps', (text) => {
  expect(instant.safeParse(text).success).toBe(false);
});
