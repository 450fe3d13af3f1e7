import { expect, test } from 'vitest';
import { nearIdentifier } from './near-identifier.ts';

test.each([
  ['PT 100', 'PT-100'],
  [' PT/100 (neu) ', 'PT-100-neu'],
  ['Büro Nº 5', 'Buro-No-5'],
  ['Maßstab Ø 10 µm', 'Massstab-O-10-um'],
  ['ＰＴ１００', 'PT100'],
  ['a_b.c-d', 'a_b.c-d'],
  ['x'.repeat(90), 'x'.repeat(64)],
  ['温度計', ''],
  ['../..', '..-..'],
  ['', '']
])('%s becomes %s', (text, near) => expect(nearIdentifier(text)).toBe(near));
