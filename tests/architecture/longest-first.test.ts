import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECONDS } from '../support/longest-first.ts';

test.each(Object.keys(SECONDS))('%s, which is run early because it takes long, exists', (file) => {
  expect(existsSync(file)).toBe(true);
});
