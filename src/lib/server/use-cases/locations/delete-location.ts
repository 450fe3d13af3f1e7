import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { isStillReferenced } from '#lib/server/db/is-still-referenced.ts';
import { deleteLocationRow, isLocationInUse } from '#lib/server/db/locations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireLocation } from './read-locations.ts';

/**
 * Deletes a location that no record uses: as its place, its parent, its place of calibration or its seat.
 * @throws Refusal `not_found`, `forbidden`, `in_use`
 */
export function deleteLocation({ pool }: Services, actor: PersonActor, id: string): Promise<void> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId, name } = await requireLocation(tx, id);
    assertMayEditRecordsOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    if (await isLocationInUse(tx, id)) throw inUse();
    await appendAudit(tx, actor, organizationId, {
      action: 'location.deleted',
      resource: { type: 'location', id, label: name }
    });
    // The database also finds uses that the caller cannot see or that are being recorded.
    await deleteLocationRow(tx, id).catch((thrown: unknown) => {
      throw isStillReferenced(thrown) ? inUse() : thrown;
    });
  });
}

const inUse = () => new Refusal('in_use', 'This location is still in use. Move its assets and locations first.');
