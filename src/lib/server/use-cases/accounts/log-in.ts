import type { z } from 'zod';
import type { loginBody, tokenSchema } from '#lib/contracts/people.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { assertWithinLimits, keysOf, signInLimits } from '#lib/server/auth/attempt-limits.ts';
import { hashPassword, inPasswordTurn, isOutdated, isRightPassword } from '#lib/server/auth/passwords.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { forgetAttempts, recordAttempts } from '#lib/server/db/login-attempts.ts';
import { findCredentials, savePasswordHash, type Credentials } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';

/**
 * Signs in. An unknown address costs the same work and gets the same answer as a wrong password; what an account's state is,
 * only its right password reveals.
 * @throws Refusal `invalid_credentials`, `unverified`, `inactive`, `too_many_requests`
 */
export async function logIn(
  services: Services,
  client: Client,
  { email, password, remember }: z.output<typeof loginBody>
): Promise<z.output<typeof tokenSchema>> {
  const { pool } = services;
  const account = await inPasswordTurn(() => authenticate(services, client, email, password));
  if (!account.is_active) throw new Refusal('inactive', 'This account has been deactivated. Ask an administrator.');
  if (!account.is_verified) {
    throw new Refusal(
      'unverified',
      'This account has not been verified yet. Follow the link in your mail, or ask an admin.'
    );
  }
  const kind = remember ? 'remembered' : 'brief';
  const access_token = await startSession(pool, account.id, { kind, userAgent: client.userAgent });
  return { access_token, token_type: 'bearer' };
}

async function authenticate({ pool }: Services, client: Client, email: string, password: string): Promise<Credentials> {
  const limits = signInLimits(email, client.address);
  await assertWithinLimits(pool, limits);
  const account = await findCredentials(pool, email);
  const stored = account?.argon2id ?? null;
  if (!(await isRightPassword(password, stored)) || account === null || stored === null) {
    await recordAttempts(pool, keysOf(limits));
    throw new Refusal('invalid_credentials', 'The address or the password is wrong.');
  }
  await forgetAttempts(pool, keysOf(limits).slice(0, 1));
  if (isOutdated(stored)) await savePasswordHash(pool, account.id, await hashPassword(password));
  return account;
}
