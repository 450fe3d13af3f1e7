/** Sliding limits against guessing, kept in Postgres so that they hold across processes and restarts. */
import type { CommonQueryMethods } from 'slonik';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { recordAttempts, secondsUntilAllowed, type AttemptLimit } from '#lib/server/db/login-attempts.ts';

const QUARTER_HOUR = 15 * 60;

/** Failures at signing in: of one account from one address, of one account from anywhere, from one address. */
export const signInLimits = (email: string, address: string): readonly AttemptLimit[] => [
  { key: `sign-in ${email} ${address}`, most: 10, seconds: QUARTER_HOUR },
  { key: `sign-in ${email}`, most: 50, seconds: QUARTER_HOUR },
  { key: `sign-in from ${address}`, most: 200, seconds: QUARTER_HOUR }
];
/** Failures of a signed-in person to give their own current password. */
export const ownPasswordLimits = (userId: string): readonly AttemptLimit[] => [
  { key: `own password ${userId}`, most: 10, seconds: QUARTER_HOUR }
];
/** Accounts made from one address. */
export const registrationLimits = (address: string): readonly AttemptLimit[] => [
  { key: `register from ${address}`, most: 100, seconds: 60 * 60 }
];

/**
 * Mails asked for without an account: for one address from one place, for one address from anywhere, from one place. Counted
 * whether there is such an account or not.
 */
export const mailRequestLimits = (email: string, address: string): readonly AttemptLimit[] => [
  { key: `mail ${email} ${address}`, most: 5, seconds: 60 * 60 },
  { key: `mail ${email}`, most: 20, seconds: 60 * 60 },
  { key: `mail from ${address}`, most: 100, seconds: 60 * 60 }
];
/** Test mails sent by one admin. */
export const testMailLimits = (userId: string): readonly AttemptLimit[] => [
  { key: `test mail ${userId}`, most: 30, seconds: 60 * 60 }
];

/** @throws Refusal `too_many_requests` with the seconds after which another try is accepted. */
export async function assertWithinLimits(db: CommonQueryMethods, limits: readonly AttemptLimit[]): Promise<void> {
  const seconds = await secondsUntilAllowed(db, limits);
  if (seconds > 0) {
    throw new Refusal('too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, {
      retry_after_seconds: seconds
    });
  }
}

export const keysOf = (limits: readonly AttemptLimit[]): string[] => limits.map((limit) => limit.key);

/**
 * Counts an attempt, then refuses it where it is one too many: of many at once none slips past the count of the others.
 * @throws Refusal `too_many_requests`
 */
export async function countAttempt(db: CommonQueryMethods, limits: readonly AttemptLimit[]): Promise<void> {
  await recordAttempts(db, keysOf(limits));
  await assertWithinLimits(
    db,
    limits.map((limit) => ({ ...limit, most: limit.most + 1 }))
  );
}
