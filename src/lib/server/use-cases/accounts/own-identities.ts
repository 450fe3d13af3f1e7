import type { Identity } from '#lib/contracts/oidc.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { refused } from '#lib/server/auth/oidc.ts';
import type { Stated } from '#lib/server/auth/oidc-claims.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { deleteIdentityRow, findOwnerOfIdentity, listIdentitiesOf } from '#lib/server/db/identities.ts';
import { findSecondFactor, isProtected } from '#lib/server/db/second-factors.ts';
import { markProved } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { actorOf } from './actor-of.ts';
import type { Client } from './client.ts';
import { holdFreshSession, holdSession } from './hold-session.ts';
import { assertOwnWayIn } from './last-way-in.ts';
import { linkIdentity } from './link-identity.ts';
import { reportChange } from './report-second-factor.ts';
import { requireUser } from './require-user.ts';

/** A session that went to the provider and came back. */
type Sent = { readonly userId: string; readonly sessionId: string };

export const listIdentities = ({ pool }: Services, actor: PersonActor): Promise<readonly Identity[]> =>
  transaction(pool, actor, (tx) => listIdentitiesOf(tx, actor.userId));

/** Links the identity with the account of the session that asked for it; both have just been proved. @throws Refusal `forbidden`, `identity_taken` */
export const linkFromSession = (
  { pool }: Services,
  client: Client,
  { userId, sessionId }: Sent,
  stated: Stated
): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    await holdSession(tx, sessionId);
    await linkIdentity(tx, actorOf(await requireUser(tx, userId), client.requestId), stated);
  });

/**
 * Signing in at the provider again proves that it is still the same person. A second factor of the account is not replaced by it, unless the
 * provider asked for several factors. @throws Refusal `forbidden`, `oidc_refused`, `second_factor_required`
 */
export const proveByIdentity = ({ pool }: Services, { userId, sessionId }: Sent, stated: Stated): Promise<void> =>
  transaction(pool, SYSTEM, async (tx) => {
    await holdSession(tx, sessionId);
    if ((await findOwnerOfIdentity(tx, stated)) !== userId) throw refused('somebody else signed in');
    if (!stated.usedMfa && isProtected(await findSecondFactor(tx, userId))) {
      throw new Refusal(
        'second_factor_required',
        'Your account has a second factor. Use it to confirm that it is you.'
      );
    }
    await markProved(tx, sessionId);
  });

/** @throws Refusal `forbidden`, `proof_required`, `not_found`, `last_way_in` */
export const deleteIdentity = (services: Services, actor: PersonActor, sessionId: string, id: string): Promise<void> =>
  transaction(services.pool, actor, async (tx) => {
    await holdFreshSession(tx, sessionId);
    await lockAuditChain(tx, null);
    if (!(await deleteIdentityRow(tx, actor.userId, id))) throw new Refusal('not_found', 'There is no such identity.');
    await assertOwnWayIn(tx, services, actor.userId);
    await reportChange(tx, actor, { id: actor.userId, full_name: actor.fullName }, 'identity_removed');
  });
