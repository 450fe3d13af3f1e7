import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Maria Okafor', 'MO'],
  ['M. Okafor', 'MO'],
  ['Ana María de la Cruz', 'AC'],
  ['émile', 'É'],
  ['李 小龙', '李小'],
  ['Jo 3', 'J'],
  ['42', ''],
  ['', '']
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
