import type { User, UserSummary } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { pageOfUsers, type UserFilter } from '#lib/server/db/users.ts';
import { requireUser } from '#lib/server/use-cases/accounts/require-user.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { personAsSeenBy } from './person-as-seen-by.ts';

/** @throws Refusal `not_found` */
export const getUser = ({ pool }: Services, actor: PersonActor, id: string): Promise<User | UserSummary> =>
  reading(pool, actor, async (tx) => personAsSeenBy(actor, await requireUser(tx, id)));

/** The caller's own record. */
export const getMe = ({ pool }: Services, actor: PersonActor): Promise<User> =>
  reading(pool, actor, (tx) => requireUser(tx, actor.userId));

/** @throws Refusal `invalid_cursor` */
export const listUsers = (
  { pool }: Services,
  actor: PersonActor,
  filter: UserFilter
): Promise<Page<User | UserSummary>> =>
  reading(pool, actor, async (tx) =>
    mapPage(await pageOfUsers(tx, filter, maySeeAccounts(actor)), (user) => personAsSeenBy(actor, user))
  );
