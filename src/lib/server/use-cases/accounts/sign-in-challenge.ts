import { createHash } from 'node:crypto';
import type { SignInMethod } from '#lib/contracts/second-factor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { SessionKind } from '#lib/server/db/sessions.ts';
import { openSealed, sealText, type Seal } from '#lib/server/secrets/sealed-text.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { LinkedIdentity } from './link-identity.ts';

const SEAL: Seal = { purpose: 'plumbline sign-in challenge v1', bound: 'sign-in' };
export const CHALLENGE_SECONDS = 600;

/** A first factor that was proved: nothing is stored until the second one is. */
export type SignInChallenge = {
  readonly userId: string;
  readonly kind: SessionKind;
  readonly methods: readonly SignInMethod[];
  /** To be linked with the account once the second factor is proved. */
  readonly link?: LinkedIdentity;
  /** Of the stored password: a challenge is of no use once it was replaced. */
  readonly passwordMark: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** A digest of a stored password, which does not help to guess it without SECRET_KEY. */
export const passwordMarkOf = (argon2id: string | null): string =>
  createHash('sha256')
    .update(argon2id ?? '')
    .digest('base64url');

export const sealChallenge = (services: Services, given: Omit<SignInChallenge, 'expiresAt'>): string => {
  const expiresAt = services.now().getTime() + CHALLENGE_SECONDS * 1000;
  return sealText(JSON.stringify({ ...given, expiresAt } satisfies SignInChallenge), SEAL, services);
};

/** @throws Refusal `challenge_expired`, also for one that was not made here */
export function openChallenge(services: Services, sealed: string): SignInChallenge {
  const text = openSealed(sealed, SEAL, services);
  // What opens was sealed here.
  const opened = text === null ? null : (JSON.parse(text) as SignInChallenge);
  if (opened === null || opened.expiresAt <= services.now().getTime()) throw challengeExpired();
  return opened;
}

export const challengeExpired = (): Refusal =>
  new Refusal('challenge_expired', 'Too much time has passed, or the account has changed. Sign in again.');
