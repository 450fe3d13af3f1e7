import type { Member } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { mayManageOrganization, maySeeAccounts } from '#lib/laboratory/permissions.ts';
import { pageOfMembers, type MemberFilter } from '#lib/server/db/memberships.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';

/** The roster; with addresses for those who manage it and for admins. @throws Refusal `not_found`, `invalid_cursor` */
export const listMembers = (
  { pool }: Services,
  actor: PersonActor,
  organizationId: string,
  filter: MemberFilter
): Promise<Page<Member>> =>
  reading(pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    const withEmail = mayManageOrganization(actor, organizationId) || maySeeAccounts(actor);
    return pageOfMembers(tx, organizationId, filter, withEmail);
  });
