import { BackendTerminatedError } from 'slonik';
import { expect, test } from 'vitest';
import { noteCommit, OutcomeUnknown, tellingOutcome } from './outcome.ts';

const lost = new BackendTerminatedError(new Error('terminating connection'));

test('a temporary failure after a commit of its own request has an unknown outcome', async () => {
  const asked = tellingOutcome(async () => {
    await Promise.resolve();
    noteCommit();
    throw lost;
  });
  await expect(asked).rejects.toBeInstanceOf(OutcomeUnknown);
});

test('a failure before any commit, and a bug after one, stay unchanged', async () => {
  await expect(tellingOutcome(() => Promise.reject(lost))).rejects.toBe(lost);
  const mistake = new TypeError('undefined is no function');
  const asked = tellingOutcome(async () => {
    noteCommit();
    throw mistake;
  });
  await expect(asked).rejects.toBe(mistake);
  // The commit of one request does not affect another.
  await expect(tellingOutcome(() => Promise.reject(lost))).rejects.toBe(lost);
});
