/**
 * Sliding limits on guessing, stored in Postgres so that they hold across processes and restarts. An address is that of a network, where
 * its owner has many (network-of.ts).
 */
import type { CommonQueryMethods } from 'slonik';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { lockAttempts, recordAttempts, secondsUntilAllowed, type AttemptLimit } from '#lib/server/db/login-attempts.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { networkOf } from './network-of.ts';

const QUARTER_HOUR = 15 * 60;

/**
 * Failures at signing in. Those of one account, from one address and from anywhere, close the account. Those of one address do not
 * close the address, behind which a whole laboratory may sit: from there each account is left few tries, and its own right
 * password passes.
 */
export const signInLimits = (email: string, address: string) => {
  const here = { key: `sign-in ${email} ${networkOf(address)}`, most: 10, seconds: QUARTER_HOUR };
  return {
    here,
    /** The same count while the address is crowded. */
    hereCrowded: { ...here, most: 3 },
    anywhere: { key: `sign-in ${email}`, most: 50, seconds: QUARTER_HOUR },
    address: { key: `sign-in from ${networkOf(address)}`, most: 200, seconds: QUARTER_HOUR }
  } satisfies Record<string, AttemptLimit>;
};
/** Wrong current passwords of a signed-in person. */
export const ownPasswordLimits = (userId: string): readonly AttemptLimit[] => [
  { key: `own password ${userId}`, most: 10, seconds: QUARTER_HOUR }
];
/**
 * Codes tried for a person's second factor. Three of a million codes are right at any time, so a day of guessing opens an account of which
 * the password is known with a probability of 0.03 %. A right code forgets the first count only.
 */
export const secondFactorLimits = (userId: string) =>
  [
    { key: `second factor ${userId}`, most: 10, seconds: QUARTER_HOUR },
    { key: `second factor of the day ${userId}`, most: 100, seconds: 24 * 60 * 60 }
  ] as const satisfies readonly AttemptLimit[];
/** Those who come back from the identity provider to one address: more than a laboratory has people, fewer than would trouble the provider. */
export const oidcLimits = (address: string): readonly AttemptLimit[] => [
  { key: `single sign-on from ${networkOf(address)}`, most: 300, seconds: QUARTER_HOUR }
];
/** Accounts made from one address. */
export const registrationLimits = (address: string): readonly AttemptLimit[] => [
  { key: `register from ${networkOf(address)}`, most: 100, seconds: 60 * 60 }
];

/**
 * Mails requested without signing in: for one address from one place, for one address from anywhere, from one place.
 * Counted whether the account exists or not.
 */
export const mailRequestLimits = (email: string, address: string): readonly AttemptLimit[] => [
  { key: `mail ${email} ${networkOf(address)}`, most: 5, seconds: 60 * 60 },
  { key: `mail ${email}`, most: 20, seconds: 60 * 60 },
  { key: `mail from ${networkOf(address)}`, most: 100, seconds: 60 * 60 }
];
/** Certificates verified from one address: more than a day's deliveries, fewer than guessing would need. */
export const verificationLimits = (address: string): readonly AttemptLimit[] => [
  { key: `verify from ${networkOf(address)}`, most: 300, seconds: QUARTER_HOUR }
];
/** Calendar feeds asked for from one address with a token that opens none. */
export const calendarFeedLimits = (address: string): readonly AttemptLimit[] => [
  { key: `calendar from ${networkOf(address)}`, most: 100, seconds: QUARTER_HOUR }
];
/**
 * Certificates mailed to customers: by one person in an hour, from one organization and to one address in a day. Nobody needs more, and
 * nobody gets a service for unwanted mail.
 */
export const certificateMailLimits = (userId: string, organizationId: string, to: string): readonly AttemptLimit[] => [
  { key: `certificate mail ${userId}`, most: 60, seconds: 60 * 60 },
  { key: `certificate mail of ${organizationId}`, most: 500, seconds: 24 * 60 * 60 },
  { key: `certificate mail to ${to}`, most: 20, seconds: 24 * 60 * 60 }
];
/** Test mails sent by one admin. */
export const testMailLimits = (userId: string): readonly AttemptLimit[] => [
  { key: `test mail ${userId}`, most: 30, seconds: 60 * 60 }
];

/** @throws Refusal `too_many_requests` with the seconds after which another try is accepted. */
export async function assertWithinLimits(db: CommonQueryMethods, limits: readonly AttemptLimit[]): Promise<void> {
  const seconds = await secondsUntilAllowed(db, limits);
  if (seconds > 0) throw tooManyAttempts(seconds);
}

export const tooManyAttempts = (seconds: number): Refusal =>
  new Refusal('too_many_requests', `Too many attempts. Try again in ${seconds} seconds.`, {
    retry_after_seconds: seconds
  });

export const keysOf = (limits: readonly AttemptLimit[]): string[] => limits.map((limit) => limit.key);

/**
 * Counts an attempt unless it exceeds the limit. Attempts with the same key take turns, so exactly the permitted number
 * pass; refused ones are not counted.
 * @throws Refusal `too_many_requests`
 */
export const countAttempt = (db: CommonQueryMethods, limits: readonly AttemptLimit[]): Promise<void> =>
  transaction(db, SYSTEM, async (tx) => {
    await lockAttempts(tx, keysOf(limits));
    await assertWithinLimits(tx, limits);
    await recordAttempts(tx, keysOf(limits));
  });
