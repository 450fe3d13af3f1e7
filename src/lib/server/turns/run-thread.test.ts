import { expect, test } from 'vitest';
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
