import type { z } from 'zod';
import type { proofBody } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { assertOwnPassword } from '#lib/server/auth/assert-own-password.ts';
import { markProved } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { holdSession } from './hold-session.ts';
import { countingCodes, useCode } from './use-code.ts';

/**
 * The person proves that it is they who use this session, with the password or a code; `holdFreshSession` accepts it for a while.
 * @throws Refusal `forbidden` for a call by an access token, `invalid_credentials`, `wrong_code`, `code_used`,
 * `too_many_requests`; InvalidInput with neither or both
 */
export async function proveIdentity(
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { password, code }: z.output<typeof proofBody>
): Promise<void> {
  if ((password === undefined) === (code === undefined)) {
    throw invalidInput(['body', 'password'], 'missing', 'Enter your password or a code of your authenticator app');
  }
  if (password !== undefined) await assertOwnPassword(services.pool, actor, password);
  const prove = () =>
    transaction(services.pool, actor, async (tx) => {
      await holdSession(tx, sessionId);
      if (code !== undefined) await useCode(tx, services, actor.userId, { code });
      await markProved(tx, sessionId);
    });
  await (code === undefined ? prove() : countingCodes(services, actor.userId, prove));
}
