import { expect, test } from 'vitest';
import { certificateNumber, seriesOf } from './certificate-number.ts';

test('numbers of a year sort as they were given, and grow beyond four digits', () => {
  expect(certificateNumber('LAB', 'certificate', 2026, 1)).toBe('LAB-2026-0001');
  expect(certificateNumber('LAB', 'certificate', 2026, 9999) < certificateNumber('LAB', 'certificate', 2027, 1)).toBe(
    true
  );
  expect(certificateNumber('LAB', 'certificate', 2026, 12_345)).toBe('LAB-2026-12345');
});

test('records of external calibrations count by themselves, and look like no certificate of the laboratory', () => {
  expect(certificateNumber('LAB', seriesOf('external'), 2026, 7)).toBe('LAB-X-2026-0007');
  expect(certificateNumber('LAB', seriesOf('internal'), 2026, 7)).toBe('LAB-2026-0007');
});
