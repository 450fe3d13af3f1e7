import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createUserBody, User } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayGrantRole } from '#lib/laboratory/permissions.ts';
import { assertUncommon } from '#lib/server/auth/common-passwords.ts';
import { hashInTurn } from '#lib/server/auth/passwords.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { insertUser, savePasswordHash } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Creates an account that is verified from the start (specification 3.1).
 * @throws Refusal `email_taken`, `forbidden` for a superadmin made by anybody else than a superadmin; InvalidInput
 * `password_common`.
 */
export async function createUser(
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof createUserBody>
): Promise<User> {
  assertMayGrantRole(actor, body.role);
  assertUncommon(body.password);
  const argon2id = await hashInTurn(body.password);
  return transaction(pool, actor, async (tx) => {
    const id = uuidv7();
    await appendAudit(tx, actor, null, {
      action: 'user.created',
      resource: { type: 'user', id, label: body.full_name }
    });
    const user = await insertUser(tx, {
      id,
      email: body.email,
      full_name: body.full_name,
      role: body.role,
      is_active: true,
      is_verified: true,
      language: body.language ?? 'en',
      profile_picture_id: null
    });
    await savePasswordHash(tx, id, argon2id);
    return user;
  });
}
