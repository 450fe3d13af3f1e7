import { expect, it } from 'vitest';
import { formatDay, formatWhen } from './format-date.ts';

it('writes dates by language', () => {
  expect(formatDay('2026-11-20', 'en')).toBe('20 Nov 2026');
  expect(formatDay('2026-11-20', 'de')).toMatch(/^20\. Nov\.? 2026$/);
});
it('says today and yesterday in the reader’s language', () => {
  const now = new Date(2026, 10, 20, 12, 0);
  expect(formatWhen(new Date(2026, 10, 20, 9, 51).toISOString(), now, 'en')).toBe('today 09:51');
  expect(formatWhen(new Date(2026, 10, 19, 9, 51).toISOString(), now, 'de')).toBe('gestern');
});
