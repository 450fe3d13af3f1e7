import type { User, UserSummary } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { pageOfUsers, type UserFilter } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { personAsSeenBy } from './person-as-seen-by.ts';

/** @throws Refusal `invalid_cursor` */
export const listUsers = (
  { pool }: Services,
  actor: PersonActor,
  filter: UserFilter
): Promise<Page<User | UserSummary>> =>
  reading(pool, actor, async (tx) =>
    mapPage(await pageOfUsers(tx, filter, maySeeAccounts(actor)), (user) => personAsSeenBy(actor, user))
  );
