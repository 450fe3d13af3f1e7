import { BackendTerminatedError } from 'slonik';
import { expect, test } from 'vitest';
import { noteCommit, OutcomeUnknown, tellingOutcome } from './outcome.ts';

const lost = new BackendTerminatedError(new Error('terminating connection'));

test('what fails for the moment after a commit of its own request has an unknown outcome', async () => {
  const asked = tellingOutcome(async () => {
    await Promise.resolve();
    noteCommit();
    throw lost;
  });
  await expect(asked).rejects.toBeInstanceOf(OutcomeUnknown);
});

test('what fails before any commit, and a mistake after one, stay what they are', async () => {
  await expect(tellingOutcome(() => Promise.reject(lost))).rejects.toBe(lost);
  const mistake = new TypeError('undefined is no function');
  const asked = tellingOutcome(async () => {
    noteCommit();
    throw mistake;
  });
  await expect(asked).rejects.toBe(mistake);
  // The commit of one request says nothing of another.
  await expect(tellingOutcome(() => Promise.reject(lost))).rejects.toBe(lost);
});
