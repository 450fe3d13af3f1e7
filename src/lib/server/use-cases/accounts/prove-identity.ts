import type { z } from 'zod';
import type { proofBody } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { assertOwnPassword } from '#lib/server/auth/assert-own-password.ts';
import { hasSecondFactor } from '#lib/server/db/second-factors.ts';
import { markProved } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { holdSession } from './hold-session.ts';
import { countingCodes, useCode } from './use-code.ts';

/**
 * The person proves that it is they who use this session, with the password or, with a second factor, a code of it;
 * `holdFreshSession` accepts it for a while. A password alone would let whoever knows it turn the second factor off.
 * @throws Refusal `forbidden` for a call by an access token, `invalid_credentials`, `second_factor_required`,
 * `wrong_code`, `code_used`, `too_many_requests`; InvalidInput with neither or both
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
      if (code === undefined && (await hasSecondFactor(tx, actor.userId))) throw codeRequired();
      if (code !== undefined) await useCode(tx, services, actor.userId, { code });
      await markProved(tx, sessionId);
    });
  await (code === undefined ? prove() : countingCodes(services, actor.userId, prove));
}

const codeRequired = () =>
  new Refusal(
    'second_factor_required',
    'Your account has a second factor. Enter the current code of your authenticator app.'
  );
