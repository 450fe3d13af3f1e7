import type { z } from 'zod';
import type { Organization, updateOrganizationBody } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { assertMayManageOrganization } from '#lib/laboratory/permissions.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { organizationAsSeenBy, updateOrganizationRow } from '#lib/server/db/organizations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertLocationUsable } from '#lib/server/use-cases/locations/assert-location-usable.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

const FIELDS = changeableKeys(ORGANIZATION);

/**
 * Changes the profile; absent fields stay.
 * @throws Refusal `not_found`, `forbidden` (also for the name of the demonstration), `stale`; InvalidInput for a foreign location.
 */
export function updateOrganization(
  { pool }: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateOrganizationBody>,
  ifMatch: string | null
): Promise<Organization> {
  return transaction(pool, actor, async (tx) => {
    await requireOrganization(tx, id);
    assertMayManageOrganization(actor, id);
    await lockAuditChain(tx, id);
    const before = await requireOrganization(tx, id);
    assertFresh(before, ifMatch);
    if (body.location_id) await assertLocationUsable(tx, body.location_id, id, ['body', 'location_id']);
    const after = { ...before, ...presentFields(body) };
    if (before.is_demonstration && (after.name !== before.name || after.full_name !== before.full_name)) {
      throw new Refusal('forbidden', 'The name of the demonstration stays: it marks each of its certificates as none.');
    }
    const changes = fieldChanges(before, after, FIELDS);
    if (isUnchanged(changes)) return organizationAsSeenBy(actor, before);
    await appendAudit(tx, actor, id, {
      action: 'organization.updated',
      resource: { type: 'organization', id, label: after.name },
      changes
    });
    await updateOrganizationRow(tx, after);
    return organizationAsSeenBy(actor, await requireOrganization(tx, id));
  });
}
