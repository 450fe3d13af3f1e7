import type { PasskeyAnswer } from '#lib/contracts/passkey-answer.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { requestOptions, verifyAnswer } from '#lib/server/auth/passkeys.ts';
import { findCredentialsOf, lockCredential, markPasskeyUsed } from '#lib/server/db/passkeys.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { liveChallengeOf, newPasskeyChallenge, spendChallenge, type PasskeyUse } from './passkey-challenge.ts';

/** Options for a person who is known, with a challenge for one use; null without a passkey. */
export async function optionsFor(
  tx: Tx,
  services: Services,
  use: Extract<PasskeyUse, { readonly userId: string }>
): Promise<Readonly<Record<string, unknown>> | null> {
  const known = await findCredentialsOf(tx, use.userId);
  if (known.length === 0) return null;
  const challenge = newPasskeyChallenge(services, use);
  return requestOptions({ origin: services.origin, challenge }, known);
}

/**
 * Holds an answer of a passkey against what was asked, and uses the challenge up.
 * @param userId whose passkey it must be
 * @throws Refusal `passkey_refused`
 */
export async function usePasskey(
  tx: Tx,
  services: Services,
  answer: PasskeyAnswer,
  userId: string,
  use: PasskeyUse
): Promise<void> {
  const live = liveChallengeOf(services, answer.response.clientDataJSON, use);
  const credential = await lockCredential(tx, answer.id);
  if (live === null || credential === null || credential.user_id !== userId) throw passkeyRefused();
  const used = await verifyAnswer({ origin: services.origin, challenge: live.challenge }, answer, credential);
  if (used === null || !(await spendChallenge(tx, live))) throw passkeyRefused();
  await markPasskeyUsed(tx, credential.id, used);
}

export const passkeyRefused = (): Refusal =>
  new Refusal(
    'passkey_refused',
    'This passkey was not accepted, or it took too long. Try again, or choose another way.'
  );
