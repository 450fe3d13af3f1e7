import type { z } from 'zod';
import type { loginBody, tokenSchema } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { assertWithinLimits, keysOf, signInLimits, tooManyAttempts } from '#lib/server/auth/attempt-limits.ts';
import { hashPassword, inPasswordTurn, isOutdated, isRightPassword } from '#lib/server/auth/passwords.ts';
import { forgetAttempts, recordAttempts, secondsUntilAllowed } from '#lib/server/db/login-attempts.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { findCredentials, lockCredentials, savePasswordHash } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertMaySignIn } from './assert-may-sign-in.ts';
import type { Client } from './client.ts';
import { letIn, tokenOf } from './let-in.ts';

/**
 * Signs in. An unknown address costs the same work and gets the same answer as a wrong password; only the right
 * password reveals the state of an account.
 * @throws Refusal `invalid_credentials`, `unverified`, `inactive`, `oidc_only`, `second_factor_required`, `too_many_requests`
 */
export async function logIn(
  services: Services,
  client: Client,
  { email, password, remember }: z.output<typeof loginBody>
): Promise<z.output<typeof tokenSchema>> {
  const proven = await inPasswordTurn(() => authenticate(services, client, email, password));
  const kind = remember ? 'remembered' : 'brief';
  const outcome = await transaction(services.pool, SYSTEM, async (tx) => {
    const account = await lockProven(tx, proven);
    return letIn(tx, services, client, account, { kind, methods: ['password'] });
  });
  return tokenOf(outcome);
}

/** The account, checked again under the lock: a password that was replaced in the meantime no longer starts a session. */
export async function lockProven(
  tx: Tx,
  { id, argon2id, renewed }: Proven
): Promise<{ readonly id: string; readonly argon2id: string }> {
  const account = await lockCredentials(tx, id);
  if (account === null || account.argon2id !== argon2id) throw wrong();
  assertMaySignIn(account);
  if (renewed !== null) await savePasswordHash(tx, id, renewed);
  return { id, argon2id: renewed ?? argon2id };
}

/** The password's owner, the hash it was compared with, and a new hash if the cost has changed. */
type Proven = { readonly id: string; readonly argon2id: string; readonly renewed: string | null };

/** Whose password this is. @throws Refusal `invalid_credentials`, `too_many_requests` */
export async function authenticate(
  { pool }: Services,
  client: Client,
  email: string,
  password: string
): Promise<Proven> {
  const limits = signInLimits(email, client.address);
  const crowdedFor = await secondsUntilAllowed(pool, [limits.address]);
  await assertWithinLimits(pool, [crowdedFor > 0 ? limits.hereCrowded : limits.here, limits.anywhere]);
  const account = await findCredentials(pool, email);
  const stored = account?.argon2id ?? null;
  if (!(await isRightPassword(password, stored)) || account === null || stored === null) {
    await recordAttempts(pool, keysOf([limits.here, limits.anywhere, limits.address]));
    throw crowdedFor > 0 ? tooManyAttempts(crowdedFor) : wrong();
  }
  await forgetAttempts(pool, keysOf([limits.here]));
  return { id: account.id, argon2id: stored, renewed: isOutdated(stored) ? await hashPassword(password) : null };
}

const wrong = () => new Refusal('invalid_credentials', 'Wrong address or password.');
