/** Sliding limits against guessing, kept in Postgres so that they hold across processes and restarts. */
import type { CommonQueryMethods } from 'slonik';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { secondsUntilAllowed, type AttemptLimit } from '#lib/server/db/login-attempts.ts';

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
