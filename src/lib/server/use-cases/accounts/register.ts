import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { registerBody, User } from '#lib/contracts/people.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, registrationLimits } from '#lib/server/auth/attempt-limits.ts';
import { assertUncommon } from '#lib/server/auth/common-passwords.ts';
import { hashInTurn } from '#lib/server/auth/passwords.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { anyUserExists, insertUser, savePasswordHash } from '#lib/server/db/users.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import { actorOf } from './actor-of.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';

/**
 * Creates an account (specification 3.1). The first one of the installation is a verified superadmin; all later
 * ones are technicians who wait for their verification: by mail if mail is on, else by an admin. The instance's audit
 * chain, locked first, serialises the check whether a registration is the first.
 * @throws Refusal `email_taken`, `oidc_only`, `too_many_requests`; InvalidInput `password_common`
 */
export async function register(
  { pool, oidc }: Services,
  client: Client,
  body: z.output<typeof registerBody>
): Promise<User> {
  await countAttempt(pool, registrationLimits(client.address));
  assertUncommon(body.password);
  const argon2id = await hashInTurn(body.password);
  return transaction(pool, SYSTEM, async (tx) => {
    await lockAuditChain(tx, null);
    const isFirst = !(await anyUserExists(tx));
    if (oidc?.only === true && !isFirst) throw new Refusal('oidc_only', `People sign in with ${oidc.name} here.`);
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
    await appendAudit(tx, actorOf(user, client.requestId), null, {
      action: 'user.registered',
      resource: { type: 'user', id: user.id, label: user.full_name }
    });
    if (!isFirst && (await isMailOn(tx))) {
      await enqueue(tx, 'mail_account', { email: user.email, purpose: 'verify_email' }, { maxAttempts: 6 });
    }
    return user;
  });
}
