import type { z } from 'zod';
import type { proofBody } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { assertOwnPassword } from '#lib/server/auth/assert-own-password.ts';
import { findSecondFactor, hasSecondFactor, isProtected } from '#lib/server/db/second-factors.ts';
import { takeProof } from '#lib/server/db/sessions.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { FRESH_MINUTES } from './hold-session.ts';
import { withFactor } from './use-code.ts';

type Proof = z.output<typeof proofBody>;
/** A proof of which the password, if it is one, was right. */
export type CheckedProof = Pick<Proof, 'code' | 'passkey'> & {
  /** The session was proved before, which is used up. */
  readonly isAhead?: true;
};

/**
 * The first half of a proof: that it is one, and its password, which takes a while.
 * @param field of the body in which the password is
 * @throws Refusal `invalid_credentials`, `too_many_requests`; InvalidInput with none or several
 */
export async function checkProof(
  { pool }: Services,
  actor: PersonActor,
  { password, code, passkey }: Proof,
  field = 'password'
): Promise<CheckedProof> {
  if ([password, code, passkey].filter((given) => given !== undefined).length !== 1) {
    throw invalidInput(['body', field], 'missing', 'Enter your password or, with a second factor, a code or a passkey');
  }
  if (password !== undefined) await assertOwnPassword(pool, actor, password);
  return { code, passkey };
}

/**
 * The same; somebody who has neither a password nor a second factor proves it ahead, by signing in at the identity provider again
 * (`POST /auth/proof/oidc`), and gives nothing. @throws as `checkProof`
 */
export async function checkProofOrAhead(
  services: Services,
  actor: PersonActor,
  proof: Proof,
  field?: string
): Promise<CheckedProof> {
  const isGiven = [proof.password, proof.code, proof.passkey].some((given) => given !== undefined);
  const factor = isGiven ? null : await transaction(services.pool, actor, (tx) => findSecondFactor(tx, actor.userId));
  if (factor === null || factor.has_password || isProtected(factor)) return checkProof(services, actor, proof, field);
  return { isAhead: true };
}

/**
 * The second half: what only the owner of a session may do, in one transaction with the use of the code or the passkey. If there is a second
 * factor, the password is not enough: whoever knows it alone could turn the second factor off.
 * @throws Refusal `proof_required`, `second_factor_required`, `wrong_code`, `code_used`, `passkey_refused`, `too_many_requests`
 */
export function asOneself<T>(
  services: Services,
  actor: PersonActor,
  checked: CheckedProof,
  work: (tx: Tx) => Promise<T>
): Promise<T> {
  if (checked.code === undefined && checked.passkey === undefined) {
    return transaction(services.pool, actor, async (tx) => {
      if (await hasSecondFactor(tx, actor.userId)) throw factorRequired();
      if (checked.isAhead && !(await takeProof(tx, actor.sessionId ?? '', FRESH_MINUTES))) throw proofRequired();
      return work(tx);
    });
  }
  return withFactor(services, actor.userId, checked, 'proof', (use) =>
    transaction(services.pool, actor, async (tx) => {
      await use(tx);
      return work(tx);
    })
  );
}

const proofRequired = () =>
  new Refusal('proof_required', 'Confirm first that it is you: sign in at the identity provider again.');
const factorRequired = () =>
  new Refusal(
    'second_factor_required',
    'Your account has a second factor. Use a passkey, or the current code of your authenticator app.'
  );
