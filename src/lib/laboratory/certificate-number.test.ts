import { expect, test } from 'vitest';
import { certificateNumber } from './certificate-number.ts';

test('numbers of a year sort as they were given, and grow beyond four digits', () => {
  expect(certificateNumber('LAB', 2026, 1)).toBe('LAB-2026-0001');
  expect(certificateNumber('LAB', 2026, 9999) < certificateNumber('LAB', 2027, 1)).toBe(true);
  expect(certificateNumber('LAB', 2026, 12_345)).toBe('LAB-2026-12345');
});
