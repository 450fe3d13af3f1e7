import type { User, UserSummary } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { personAsSeenBy } from './person-as-seen-by.ts';

/** @throws Refusal `not_found` */
export const getUser = ({ pool }: Services, actor: PersonActor, id: string): Promise<User | UserSummary> =>
  reading(pool, actor, async (tx) => personAsSeenBy(actor, await requireUser(tx, id)));

/** The caller's own record. */
export const getMe = ({ pool }: Services, actor: PersonActor): Promise<User> =>
  reading(pool, actor, (tx) => requireUser(tx, actor.userId));
