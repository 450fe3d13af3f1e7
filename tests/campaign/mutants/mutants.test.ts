import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from './all.ts';

test.each(MUTANTS.flatMap(({ name, edits }) => edits.map((edit) => [name, edit] as const)))(
  'what %s changes stands exactly once where it is looked for',
  (_, { file, find, replace }) => {
    expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
  }
);

test('there are the six classic bugs and twelve more, each under a name of its own', () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(18);
});
