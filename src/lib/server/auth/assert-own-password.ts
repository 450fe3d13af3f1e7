import type { CommonQueryMethods } from 'slonik';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { recordAttempts } from '#lib/server/db/login-attempts.ts';
import { findPasswordHash } from '#lib/server/db/users.ts';
import { assertWithinLimits, keysOf, ownPasswordLimits } from './attempt-limits.ts';
import { inPasswordTurn, isRightPassword } from './passwords.ts';

/**
 * Confirms that whoever uses this session is its owner. Guesses are limited, over all operations that ask.
 * @throws Refusal `invalid_credentials`, `too_many_requests`
 */
export async function assertOwnPassword(pool: CommonQueryMethods, actor: PersonActor, password: string): Promise<void> {
  const limits = ownPasswordLimits(actor.userId);
  await inPasswordTurn(async () => {
    await assertWithinLimits(pool, limits);
    if (await isRightPassword(password, await findPasswordHash(pool, actor.userId))) return;
    await recordAttempts(pool, keysOf(limits));
    throw new Refusal('invalid_credentials', 'The current password is wrong.');
  });
}
