import { expect, test } from 'vitest';
import { InHand } from './in-hand.ts';

test('work requested by several at once is done once, failures too, and again for later callers', async () => {
  const inHand = new InHand<number>();
  let count = 0;
  const work = async () => {
    count += 1;
    if (count === 2) throw new Error('no');
    return count;
  };
  expect(await Promise.all([inHand.run('a', work), inHand.run('a', work)])).toEqual([1, 1]);
  const failed = await Promise.allSettled([inHand.run('a', work), inHand.run('a', work)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([inHand.run('a', work), inHand.run('b', work)])).toEqual([3, 4]);
});
