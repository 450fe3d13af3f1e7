import { expect, test } from 'vitest';
import { createEventParser } from './parse-events.ts';
import { createStreamListener } from './stream-listener.ts';
import { manualClock } from './testing/manual-clock.ts';
import { modelServer } from './testing/model-server.ts';

test('events are recognised wherever the text was cut', () => {
  const text = 'event: pull\ndata: {"collections":["assets"]}\n\n: comment\n\nevent: heartbeat\r\ndata: {}\r\n\r\n';
  for (let cut = 1; cut < text.length; cut += 1) {
    const parse = createEventParser();
    const events = [...parse(text.slice(0, cut)), ...parse(text.slice(cut))];
    expect(events.map(({ event }) => event)).toEqual(['pull', 'heartbeat']);
    expect(events[0]?.data).toBe('{"collections":["assets"]}');
  }
});

function listening(pieces: () => AsyncIterable<string>) {
  const clock = manualClock();
  const heard: string[] = [];
  let opened = 0;
  const listener = createStreamListener({
    clock,
    transport: {
      ...modelServer().transport,
      stream: async () => {
        opened += 1;
        return pieces();
      }
    },
    onPull: (collections) => heard.push(`pull ${collections?.join() ?? 'all'}`),
    onRevoked: () => heard.push('revoked')
  });
  return { clock, heard, listener, opened: () => opened };
}

test('“pull” wakes the loop for the collections named, for all where a name is unknown', async () => {
  const { clock, heard, listener } = listening(async function* () {
    yield 'event: pull\ndata: {"collections":["assets"]}\n\nevent: pull\ndata: {}\n\n';
    yield 'event: pull\ndata: {"collections":["assets","moons"]}\n\n';
  });
  listener.start();
  await clock.advance(0);
  listener.stop();
  expect(heard).toEqual(['pull assets', 'pull all', 'pull all']);
});

test('a stream that breaks is opened again, and no more after a revocation', async () => {
  let last = false;
  const { clock, heard, listener, opened } = listening(async function* () {
    yield last ? 'event: revoked\ndata: {}\n\n' : 'event: heartbeat\ndata: {}\n\n';
  });
  listener.start();
  await clock.advance(3000);
  expect(opened()).toBeGreaterThan(1);
  last = true;
  await clock.advance(3000);
  const before = opened();
  await clock.advance(600_000);
  // Nobody has told what changed while it was closed.
  expect(new Set(heard)).toEqual(new Set(['pull all', 'revoked']));
  expect(heard.at(-1)).toBe('revoked');
  expect(opened()).toBe(before);
});

test('told to reconnect, it opens the stream again within a second, however often, and then pulls what it has missed', async () => {
  let stopping = true;
  const { clock, heard, listener, opened } = listening(async function* () {
    yield 'event: heartbeat\ndata: {}\n\n';
    if (stopping) yield 'event: reconnect\ndata: {}\n\n';
    else await new Promise(() => {});
  });
  listener.start();
  await clock.advance(0);
  expect([opened(), heard]).toEqual([1, []]);
  for (let restart = 1; restart <= 5; restart += 1) {
    stopping = restart < 5;
    await clock.advance(1000);
    expect(opened()).toBeGreaterThan(restart);
  }
  expect(heard).toEqual(Array.from({ length: opened() - 1 }, () => 'pull all'));
  listener.stop();
});

test('when the network is back, a stream that waits to be opened again is opened at once, and once', async () => {
  let isAway = true;
  const { clock, heard, listener, opened } = listening(async function* () {
    if (isAway) throw new TypeError('Failed to fetch');
    yield 'event: heartbeat\ndata: {}\n\n';
    await new Promise(() => {});
  });
  listener.start();
  await clock.advance(3_600_000);
  const inVain = opened();
  isAway = false;
  listener.wake();
  listener.wake();
  await clock.advance(0);
  expect(opened()).toBe(inVain + 1);
  expect(heard).toEqual(['pull all']);
  // Nothing is left of the pause that was cut short.
  listener.wake();
  await clock.advance(40_000);
  expect(opened()).toBe(inVain + 1);
  listener.stop();
  listener.wake();
  await clock.advance(600_000);
  expect(opened()).toBe(inVain + 1);
});
