import type { SecondFactor } from '#lib/contracts/second-factor.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayGrantRole } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { deleteSecondFactor, findSecondFactor } from '#lib/server/db/second-factors.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { noFactor } from '#lib/server/use-cases/accounts/own-second-factor.ts';
import { reportChange } from '#lib/server/use-cases/accounts/report-second-factor.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireManagedUser } from './update-user.ts';

/** The second factor of somebody whose account the caller may change. @throws Refusal `not_found`, `forbidden` */
export const getSecondFactorOf = ({ pool }: Services, actor: PersonActor, id: string): Promise<SecondFactor> =>
  transaction(pool, actor, async (tx) => {
    assertMayGrantRole(actor, (await requireUser(tx, id)).role);
    return findSecondFactor(tx, id);
  });

/**
 * Removes the second factor of somebody who has lost it: the password is enough from now on, and the person is notified.
 * @throws Refusal `not_found`, also without a second factor; `forbidden`, also for one's own, which takes a proof
 */
export const removeSecondFactorOf = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transaction(pool, actor, async (tx) => {
    const user = await requireManagedUser(tx, actor, id);
    if (id === actor.userId) throw new Refusal('forbidden', 'Turn off your own second factor in your profile.');
    if (!(await deleteSecondFactor(tx, id))) throw noFactor();
    await reportChange(tx, actor, user, 'removed');
  });
