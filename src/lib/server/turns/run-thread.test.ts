import { describe, expect, test } from 'vitest';
import { isPart, messagesOf, putTogether } from './in-parts.ts';
import { runThread } from './run-thread.ts';

test('a thread that ends by itself fails the one in hand, and the next starts another', async () => {
  const script = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ what }) => {
      if (what === 'grow') for (const kept = []; ; ) kept.push(new Array(1e6).fill(kept.length));
      if (what === 'exit') process.exit(3);
      parentPort.postMessage({ made: what });
    });`;
  const dies = runThread<{ readonly what: string }, string>('test', () => Promise.resolve({ default: script }), 256);
  const asked = (what: string) => dies.run({ what: what }, new AbortController().signal);
  for (const death of ['grow', 'exit']) {
    await expect(asked(death)).rejects.toThrow(/memory|ended/iu);
    expect(await asked('alive')).toBe('alive');
  }
  dies.end();
}, 60_000);

test('what is ended while its script is being read is not begun', async () => {
  const thread = runThread<string, string>('test', () => Promise.resolve({ default: 'process.exit(3)' }), 256);
  const asked = thread.run('anything', new AbortController().signal);
  thread.end();
  await expect(asked).rejects.toThrow('The server stops.');
});

describe('an order with long lists', () => {
  const points = Array.from({ length: 2500 }, (_, i) => ({ reference: i, result: { U: i / 7, at: null } }));
  const order = {
    facts: {
      name: 'x',
      result: { points, few: [1, 2], diagnostics: { leverage: points.map(({ reference }) => reference) } }
    },
    bytes: new Uint8Array(3000).fill(7),
    when: new Date(0),
    none: undefined
  };

  test('comes in parts, which are put together as they were', () => {
    const sent = [...messagesOf(order)].map((message) => structuredClone(message));
    const parts = sent.filter(isPart);
    expect(parts.map(([, path, entries]) => [path.join('.'), entries.length])).toEqual([
      ...[1000, 1000, 500].map((length) => ['facts.result.points', length]),
      ...[1000, 1000, 500].map((length) => ['facts.result.diagnostics.leverage', length])
    ]);
    expect(sent).toHaveLength(7);
    expect(putTogether(sent[6] as typeof order, parts)).toEqual(order);
    expect(order.facts.result.points).toHaveLength(2500);
  });

  test('of no more entries than are copied at once is one message, the order itself', () => {
    expect([...messagesOf({ list: points.slice(0, 1000) })]).toEqual([{ list: points.slice(0, 1000) }]);
    expect([...messagesOf('anything')]).toEqual(['anything']);
  });

  const counting = `
    const { parentPort } = require('node:worker_threads');
    let parts = 0;
    parentPort.on('message', (message) => {
      if (!Array.isArray(message)) return parentPort.postMessage({ made: parts });
      parts += 1;
    });`;
  const begun = () => runThread<object, number>('test', () => Promise.resolve({ default: counting }), 256);

  test('lets others have their turn between the parts', async () => {
    const thread = begun();
    const list = points.map(({ reference }) => reference);
    const turns: number[] = [];
    let turn = 0;
    const next = () => {
      turn += 1;
      if (turns.length < 2) setImmediate(next);
    };
    for (const at of [0, list.length - 1]) {
      Object.defineProperty(list, at, { get: () => turns.push(turn), enumerable: true });
    }
    next();
    expect(await thread.run({ list }, new AbortController().signal)).toBe(3);
    const [first = 0, last = 0] = turns;
    expect(last - first).toBeGreaterThan(0);
    thread.end();
  });

  test('is given up while it is sent', async () => {
    const thread = begun();
    const given = new AbortController();
    const asked = thread.run({ list: Array.from({ length: 500_000 }, (_, i) => ({ i })) }, given.signal);
    setImmediate(() => setImmediate(() => given.abort(new Error('Too long.'))));
    await expect(asked).rejects.toThrow('Too long.');
    // Another thread, which has none of the parts.
    expect(await thread.run({}, new AbortController().signal)).toBe(0);
    thread.end();
  });
});
