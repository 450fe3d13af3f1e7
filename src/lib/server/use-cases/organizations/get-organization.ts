import type { VisibleOrganization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  findOrganization,
  listNamesOfPrivateOrganizations,
  organizationAsSeenBy
} from '#lib/server/db/organizations.ts';
import { reading } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The record, or no more than the name of a private one of others. @throws Refusal `not_found` */
export const getOrganization = ({ pool }: Services, actor: PersonActor, id: string): Promise<VisibleOrganization> =>
  reading(pool, actor, async (tx) => {
    const organization = await findOrganization(tx, id);
    if (organization) return organizationAsSeenBy(actor, organization);
    const [nameOnly] = await listNamesOfPrivateOrganizations(tx, id);
    if (!nameOnly) throw new Refusal('not_found', 'Organization not found.');
    return nameOnly;
  });
