import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { isSession, wasProved } from '#lib/server/db/sessions.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** How long a proof of identity, or signing in, is accepted for sensitive operations. */
export const FRESH_MINUTES = 10;

/**
 * Takes the lock of all operations that end sessions: only then is it known whether the caller's session is still
 * valid. A leaked token must not create others that outlive its revocation. @param sessionId the caller's session
 * @throws Refusal `forbidden` for a call by an access token
 */
export async function holdSession(tx: Tx, sessionId: string): Promise<void> {
  await lockAuditChain(tx, null);
  if (await isSession(tx, sessionId)) return;
  throw new Refusal('forbidden', 'An access token does not allow this. Sign in.');
}

/**
 * The same for what somebody at an unlocked device must not do: the person has proved who they are a moment ago.
 * @throws Refusal `forbidden`, `proof_required`
 */
export async function holdFreshSession(tx: Tx, sessionId: string): Promise<void> {
  await holdSession(tx, sessionId);
  if (await wasProved(tx, sessionId, FRESH_MINUTES)) return;
  throw new Refusal('proof_required', 'Confirm first that it is you: POST /auth/proof with your password or a code.');
}

/** The same of whoever acts. @throws Refusal `forbidden`, `proof_required` */
export async function holdFreshSessionOf(tx: Tx, { sessionId }: PersonActor): Promise<void> {
  if (sessionId === undefined) throw new Refusal('forbidden', 'An access token does not allow this. Sign in.');
  await holdFreshSession(tx, sessionId);
}
