import type { VisibleOrganization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import {
  findOrganization,
  listNamesOfPrivateOrganizations,
  listReadableOrganizations,
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

/**
 * Every active organization by name, private ones of others by name only; a superadmin sees deactivated ones too
 * (specification 4.1, rule 2). @param mine only those that the caller is a member of.
 */
export const listOrganizations = (
  { pool }: Services,
  actor: PersonActor,
  { mine = false }: { readonly mine?: boolean | undefined }
): Promise<VisibleOrganization[]> =>
  reading(pool, actor, async (tx) => {
    const readable = await listReadableOrganizations(tx, { mine });
    const known = readable.map((organization) => organizationAsSeenBy(actor, organization));
    if (mine) return known;
    return [...known, ...(await listNamesOfPrivateOrganizations(tx, null))].sort(byName);
  });

const byName = (a: VisibleOrganization, b: VisibleOrganization): number =>
  a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
