import type { z } from 'zod';
import type { Location, updateLocationBody } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { invalidInput } from '#lib/laboratory/refusal.ts';
import { changeableKeys } from '#lib/records/field.ts';
import { LOCATION } from '#lib/records/location.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { isLocationWithin, updateLocationRow } from '#lib/server/db/locations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertLocationUsable } from './assert-location-usable.ts';
import { requireLocation } from './read-locations.ts';

const FIELDS = changeableKeys(LOCATION);

/**
 * Changes the fields in the body; omitted ones are unchanged.
 * @throws Refusal `not_found`, `forbidden`, `stale`; InvalidInput for a parent that is foreign or inside the location
 * itself.
 */
export function updateLocation(
  { pool }: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateLocationBody>,
  ifMatch: string | null
): Promise<Location> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId } = await requireLocation(tx, id);
    assertMayEditRecordsOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const before = await requireLocation(tx, id);
    assertFresh(before, ifMatch);
    const after = { ...before, ...presentFields(body) };
    if (after.parent_id !== null && after.parent_id !== before.parent_id)
      await assertParent(tx, after, after.parent_id);
    const changes = fieldChanges(before, after, FIELDS);
    if (isUnchanged(changes)) return before;
    await appendAudit(tx, actor, organizationId, {
      action: 'location.updated',
      resource: { type: 'location', id, label: after.name },
      changes
    });
    return updateLocationRow(tx, after);
  });
}

async function assertParent(tx: Tx, location: Location, parentId: string): Promise<void> {
  await assertLocationUsable(tx, parentId, location.organization_id, ['body', 'parent_id']);
  if (await isLocationWithin(tx, parentId, location.id)) {
    throw invalidInput(['body', 'parent_id'], 'cycle', 'A location cannot be inside itself');
  }
}
