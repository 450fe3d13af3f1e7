import { expect, test } from 'vitest';
import { asFailure, kindOfStatus, outcomeIsUnknown, SyncFailure } from './sync-failure.ts';

test.each([
  [401, 'unauthorized'],
  [403, 'refused'],
  [410, 'expired'],
  [413, 'too_large'],
  [422, 'refused'],
  [426, 'too_old'],
  [429, 'busy'],
  [500, 'broken'],
  [502, 'no_answer'],
  [503, 'busy'],
  [504, 'no_answer']
] as const)('status %i is %s', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind);
});

test('only silence and a broken server leave the outcome unknown', () => {
  expect(['no_answer', 'broken'].every((kind) => outcomeIsUnknown(kind as 'broken'))).toBe(true);
  expect(outcomeIsUnknown('unauthorized') || outcomeIsUnknown('refused') || outcomeIsUnknown('too_large')).toBe(false);
});

test('what is thrown without being a failure counts as unanswered', () => {
  expect(asFailure(new TypeError('Failed to fetch')).kind).toBe('no_answer');
  expect(asFailure(new SyncFailure('busy', 'later', 5))).toMatchObject({ kind: 'busy', retryAfterMs: 5 });
});
