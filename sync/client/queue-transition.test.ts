import { expect, test } from 'vitest';
import { BytesAreFixed, transition, type QueueEvent } from './queue-transition.ts';
import { manualClock } from './testing/manual-clock.ts';
import { queueRow } from './testing/memory-queue.ts';

const clock = manualClock();
const after = (...events: QueueEvent[]) => events.reduce((row, event) => transition(row, event, clock), queueRow(1));
const correction = { type: 'corrected', payload: '{"a":1}', payload_sha256: 'f'.repeat(64) } as const;
const rejection = { type: 'rejected', errors: [{ code: 'forbidden', detail: 'No.' }] } as const;

test('an entry is sent, applied and remembered with its version', () => {
  const row = after({ type: 'sent' }, { type: 'applied', version: 3 });
  expect(row).toMatchObject({ state: 'applied', attempts: 1, applied: { version: 3, at: clock.now() } });
});

test('a refused entry keeps its reasons, takes a correction and keeps its id', () => {
  const refused = after({ type: 'sent' }, rejection);
  expect(refused).toMatchObject({ state: 'refused', last_error: rejection.errors });
  const corrected = transition(refused, correction, clock);
  expect(corrected).toMatchObject({ id: queueRow(1).id, state: 'waiting', payload: '{"a":1}', last_error: null });
});

test('the bytes of an entry whose outcome is unknown cannot be changed, whatever comes in between', () => {
  const doubtful = after({ type: 'sent' }, { type: 'unanswered' });
  expect(doubtful).toMatchObject({ state: 'waiting', in_doubt: true });
  for (const between of [
    [],
    [{ type: 'sent' }, { type: 'undelivered' }],
    [{ type: 'sent' }, { type: 'deferred', errors: null, retryAfterMs: 0 }],
    [{ type: 'scope_lost' }]
  ] satisfies QueueEvent[][]) {
    const row = between.reduce<typeof doubtful>((current, event) => transition(current, event, clock), doubtful);
    expect(() => transition(row, correction, clock)).toThrow(BytesAreFixed);
  }
});

test('a definite refusal ends the doubt', () => {
  const row = after({ type: 'sent' }, { type: 'unanswered' }, { type: 'sent' }, rejection);
  expect(transition(row, correction, clock).state).toBe('waiting');
});

test('an entry that is being sent or was applied takes no correction', () => {
  expect(() => after({ type: 'sent' }, correction)).toThrow(BytesAreFixed);
  expect(() => after({ type: 'sent' }, { type: 'applied', version: 1 }, correction)).toThrow(BytesAreFixed);
});

test('“later” waits at least as long as the server asks', () => {
  const row = after({ type: 'sent' }, { type: 'deferred', errors: null, retryAfterMs: 42_000 });
  expect(row).toMatchObject({ state: 'waiting', next_attempt_at: clock.now() + 42_000, in_doubt: false });
  expect(transition(row, { type: 'resent' }, clock).next_attempt_at).toBe(0);
});

test('an entry that is sent again keeps its receipt, and shows a different answer', () => {
  const first = { version: 4, certificate_number: 'LAB-2026-0004', receipt: 'sealed', generation: 'g1' };
  const offered = after({ type: 'sent' }, { type: 'applied', ...first }, { type: 'reoffered' }, { type: 'sent' });
  expect(offered).toMatchObject({ state: 'sending', in_doubt: true, applied: null, applied_before: first, sends: 2 });
  expect(transition(offered, { type: 'applied', ...first, generation: 'g2' }, clock).applied_before).toBeNull();
  expect(transition(offered, { type: 'applied', version: null }, clock).applied_before).toBeNull();
  const renumbered = transition(offered, { type: 'applied', ...first, version: 6 }, clock);
  expect(renumbered).toMatchObject({ state: 'applied', applied: { version: 6 }, applied_before: { version: 4 } });
});

test('every sending counts, also after a correction; one that was sent more often from elsewhere counts on from there', () => {
  const refused = after({ type: 'sent' }, rejection, correction, { type: 'sent' });
  expect(refused).toMatchObject({ attempts: 1, sends: 2 });
  const overtaken = { code: 'overtaken', detail: 'Later.', context: { attempt: 7 } };
  expect(
    after({ type: 'sent' }, { type: 'rejected', errors: [overtaken] }, { type: 'resent' }, { type: 'sent' })
  ).toMatchObject({ sends: 8 });
});
