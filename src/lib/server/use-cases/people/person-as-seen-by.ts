import type { User, UserSummary } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { summaryOf } from '#lib/server/db/users.ts';

/** The whole record for oneself and for admins; for others a summary without the address. */
export const personAsSeenBy = (actor: PersonActor, user: User): User | UserSummary =>
  actor.userId === user.id || maySeeAccounts(actor) ? user : summaryOf(user, false);
