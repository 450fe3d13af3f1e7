import { expect, test } from 'vitest';
import { chance, seedOfRun } from './chance.ts';
import { FAULTS } from './faults/all.ts';

test('the same seed draws the same runs, and each fault has a name of its own', () => {
  const draw = (run: number) => {
    const drawn = chance(seedOfRun(2026, run));
    return [drawn.oneOf(FAULTS).name, drawn.between(0, 400), drawn.next()];
  };
  expect([0, 1, 2].map(draw)).toEqual([0, 1, 2].map(draw));
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});
