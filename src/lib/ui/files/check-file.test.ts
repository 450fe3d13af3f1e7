import { expect, test } from 'vitest';
import { fileFault, sizeText } from './check-file.ts';

test.each([
  ['plan.pdf', 1, null],
  ['plan.PDF', 50 * 1024 * 1024, null],
  ['plan.pdf', 50 * 1024 * 1024 + 1, 'size'],
  ['plan.pdf', 0, 'type'],
  ['plan.pdf.exe', 1, 'type'],
  ['pdf', 1, 'type']
])('%s of %i bytes: %s', (name, size, fault) => {
  expect(fileFault({ name, size })).toBe(fault);
});

test.each([
  [1, 'en', '0.1 kB'],
  [1500, 'de', '1,5 kB'],
  [999_499, 'en', '999 kB'],
  [999_500, 'en', '1 MB'],
  [52_428_800, 'en', '52 MB'],
  [999_499_999, 'en', '999 MB'],
  [999_500_000, 'en', '1 GB'],
  [1_260_000_000, 'de', '1,3 GB']
])('%i bytes in %s are %s', (bytes, language, text) => {
  // Some languages keep number and unit together by a space that does not break.
  expect(sizeText(bytes, language).replaceAll('\u00a0', ' ')).toBe(text.replaceAll('\u00a0', ' '));
});
