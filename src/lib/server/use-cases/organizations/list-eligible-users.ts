import type { UserSummary } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { mapPage, type Page } from '#lib/laboratory/page.ts';
import { assertMayManageOrganization, maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { pageOfNonMembers, summaryOf, type UserFilter } from '#lib/server/db/users.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Active people who are not members, by name; addresses only for admins, as in every list of people.
 * @throws Refusal `not_found`, `forbidden`, `invalid_cursor`
 */
export const listEligibleUsers = (
  { pool }: Services,
  actor: PersonActor,
  organizationId: string,
  filter: UserFilter
): Promise<Page<UserSummary>> =>
  reading(pool, actor, async (tx) => {
    await requireOrganization(tx, organizationId);
    assertMayManageOrganization(actor, organizationId);
    const withEmail = maySeeAccounts(actor);
    const page = await pageOfNonMembers(tx, organizationId, filter, withEmail);
    return mapPage(page, (user) => summaryOf(user, withEmail));
  });
