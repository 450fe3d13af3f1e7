import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('never more than the slots run at once, all run, and a failure frees its slot', async () => {
  const inTurn = createGate(2);
  let running = 0;
  let most = 0;
  const work = (fails: boolean) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    if (fails) throw new Error('failed');
    return 'done';
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => inTurn(work(i % 3 === 0))));
  expect(most).toBe(2);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(6);
  expect(await inTurn(work(false))).toBe('done');
});
