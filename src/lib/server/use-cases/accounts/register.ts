import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { registerBody, User } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { assertWithinLimits, keysOf, registrationLimits } from '#lib/server/auth/attempt-limits.ts';
import { hashPassword, inPasswordTurn } from '#lib/server/auth/passwords.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { recordAttempts } from '#lib/server/db/login-attempts.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { anyUserExists, insertUser, savePasswordHash } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';

/**
 * Makes an account for whoever asks (specification 3.1). The first one of the installation is a verified superadmin; all later
 * ones are technicians who wait for their verification. The instance's audit chain, locked first, lets one registration after
 * the other look whether it is the first.
 * @throws Refusal `email_taken`, `too_many_requests`
 */
export async function register({ pool }: Services, client: Client, body: z.output<typeof registerBody>): Promise<User> {
  const limits = registrationLimits(client.address);
  await assertWithinLimits(pool, limits);
  await recordAttempts(pool, keysOf(limits));
  const argon2id = await inPasswordTurn(() => hashPassword(body.password));
  return transaction(pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const isFirst = !(await anyUserExists(tx));
    const user = await insertUser(tx, {
      id: uuidv7(),
      email: body.email,
      full_name: body.full_name,
      role: isFirst ? 'superadmin' : 'technician',
      is_active: true,
      is_verified: isFirst,
      language: body.language ?? 'en',
      profile_picture_id: null
    });
    await savePasswordHash(tx, user.id, argon2id);
    const registrant = { userId: user.id, fullName: user.full_name, role: user.role, language: user.language };
    const actor = { kind: 'person', ...registrant, memberships: new Map(), requestId: client.requestId } as const;
    await appendAudit(tx, actor, null, {
      action: 'user.registered',
      resource: { type: 'user', id: user.id, label: user.full_name }
    });
    return user;
  });
}
