import type { Identity } from '#lib/contracts/oidc.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayGrantRole } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { endSessionsOf } from '#lib/server/auth/sessions.ts';
import { deleteIdentityRow, listIdentitiesOf as identitiesOf } from '#lib/server/db/identities.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertWayInOf } from '#lib/server/use-cases/accounts/last-way-in.ts';
import { reportChange } from '#lib/server/use-cases/accounts/report-second-factor.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireManagedUser } from './update-user.ts';

/** Of somebody whose account the caller may change. @throws Refusal `not_found`, `forbidden` */
export const listIdentitiesOf = ({ pool }: Services, actor: PersonActor, id: string): Promise<readonly Identity[]> =>
  transaction(pool, actor, async (tx) => {
    assertMayGrantRole(actor, (await requireUser(tx, id)).role);
    return identitiesOf(tx, id);
  });

/**
 * Unlinks somebody from an identity that is not theirs any more, so that they can link another one. Sessions that it may have
 * begun end, and they are notified.
 * @throws Refusal `not_found`, `last_way_in`; `forbidden`, also for one's own, which takes a proof
 */
export const deleteIdentityOf = (
  services: Services,
  actor: PersonActor,
  { id, identity_id }: { readonly id: string; readonly identity_id: string }
): Promise<void> =>
  transaction(services.pool, actor, async (tx) => {
    const user = await requireManagedUser(tx, actor, id);
    if (id === actor.userId) throw new Refusal('forbidden', 'Unlink your own account in your profile.');
    if (!(await deleteIdentityRow(tx, id, identity_id))) throw new Refusal('not_found', 'There is no such identity.');
    await assertWayInOf(tx, services, id);
    await endSessionsOf(tx, id, null);
    await reportChange(tx, actor, user, 'identity_removed');
  });
