import type { z } from 'zod';
import type { proofBody } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { markProved } from '#lib/server/db/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { asOneself, checkProof } from './as-oneself.ts';
import { holdSession } from './hold-session.ts';

/**
 * The person proves that it is they who use this session, with the password or, with a second factor, a code or a passkey;
 * `holdFreshSession` accepts it for a while.
 * @throws Refusal `forbidden` for a call by an access token, `invalid_credentials`, `second_factor_required`,
 * `wrong_code`, `code_used`, `passkey_refused`, `too_many_requests`; InvalidInput with none or several
 */
export async function proveIdentity(
  services: Services,
  actor: PersonActor,
  sessionId: string,
  proof: z.output<typeof proofBody>
): Promise<void> {
  await asOneself(services, actor, await checkProof(services, actor, proof), async (tx) => {
    await holdSession(tx, sessionId);
    await markProved(tx, sessionId);
  });
}
