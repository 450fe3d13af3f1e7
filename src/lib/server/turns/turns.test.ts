import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Work that ends when it is told to. */
function held(turns: Turns, begun: string[]) {
  const ends: (() => void)[] = [];
  return {
    begin: (name: string, signal?: AbortSignal) =>
      turns.run(
        name[0] ?? '',
        () => {
          begun.push(name);
          return new Promise<void>((end) => ends.push(end));
        },
        signal
      ),
    endFirst: async () => {
      ends.shift()?.();
      await nextTurn();
    }
  };
}

test('no more at once than are allowed, nobody more than their share, and the rest in the order in which they came', async () => {
  const begun: string[] = [];
  const { begin, endFirst } = held(new Turns({ atOnce: 3, aPerson: 2 }), begun);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void begin(name);
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await endFirst();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await endFirst();
  await endFirst();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'b2']);
});

test('who gives up while waiting loses the place, and the others move up', async () => {
  const begun: string[] = [];
  const { begin, endFirst } = held(new Turns({ atOnce: 1, aPerson: 1 }), begun);
  const stop = new AbortController();
  void begin('a');
  const gone = begin('b', stop.signal);
  void begin('c');
  stop.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await endFirst();
  expect(begun).toEqual(['a', 'c']);
});

test('more than may wait are refused with the time to come again, of all and of one person', async () => {
  const { begin } = held(new Turns({ atOnce: 1, aPerson: 1, waiting: 3, waitingAPerson: 2 }), []);
  for (const name of ['a1', 'a2', 'a3']) void begin(name);
  const refused = { code: 'too_many_requests', context: { retry_after_seconds: 5 } };
  await expect(begin('a4')).rejects.toMatchObject(refused);
  void begin('b1');
  await expect(begin('c1')).rejects.toMatchObject(refused);
});

test('work that fails gives its place back', async () => {
  const turns = new Turns({ atOnce: 1, aPerson: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run('a', () => Promise.resolve(7))).toBe(7);
});
