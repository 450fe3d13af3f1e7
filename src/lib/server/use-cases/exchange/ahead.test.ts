import { expect, test } from 'vitest';
import { ahead } from './ahead.ts';

const turn = () => new Promise((done) => setImmediate(done));

/** Numbers, and a protocol of when each was asked for. */
async function* numbers(to: number, log: string[], failsAt?: number): AsyncGenerator<number> {
  try {
    for (let i = 0; i < to; i++) {
      await turn();
      if (i === failsAt) throw new Error(`no ${i}`);
      log.push(`made ${i}`);
      yield i;
    }
  } finally {
    log.push('closed');
  }
}

test('the next one is made while the one before is worked on', async () => {
  const log: string[] = [];
  for await (const i of ahead(numbers(3, log))) {
    log.push(`begun ${i}`);
    for (let n = 0; n < 5; n++) await turn();
    log.push(`done ${i}`);
  }
  expect(log.filter((line) => line !== 'closed').join(', ')).toBe(
    'made 0, begun 0, made 1, done 0, begun 1, made 2, done 1, begun 2, done 2'
  );
});

test('what fails is thrown in its turn, and no earlier', async () => {
  const [log, got]: [string[], number[]] = [[], []];
  const all = async () => {
    for await (const i of ahead(numbers(5, log, 2))) got.push(i);
  };
  await expect(all()).rejects.toThrow('no 2');
  expect(got).toEqual([0, 1]);
});

test('whoever stops early has nothing going on behind them', async () => {
  const log: string[] = [];
  for await (const i of ahead(numbers(9, log))) if (i === 1) break;
  const before = [...log];
  for (let n = 0; n < 5; n++) await turn();
  expect(log).toEqual(before);
  expect(log.at(-1)).toBe('closed');
});
