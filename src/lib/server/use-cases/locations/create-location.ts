import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createLocationBody, Location } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertLocation } from '#lib/server/db/locations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertLocationVisible } from './assert-location-visible.ts';

/**
 * Adds a location to an organization, or, by an admin, to all of them.
 * @throws Refusal `not_found` for an organization or parent that the caller may not see, `forbidden`.
 */
export function createLocation(
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof createLocationBody>
): Promise<Location> {
  const organizationId = body.organization_id ?? null;
  assertMayEditRecordsOf(actor, organizationId);
  return transaction(pool, actor, async (tx) => {
    if (body.parent_id) await assertLocationVisible(tx, body.parent_id, ['body', 'parent_id']);
    const location = await insertLocation(tx, {
      id: uuidv7(),
      name: body.name,
      address: body.address ?? null,
      description: body.description ?? null,
      parent_id: body.parent_id ?? null,
      is_calibration_lab: body.is_calibration_lab,
      organization_id: organizationId
    });
    await appendAudit(tx, actor, organizationId, {
      action: 'location.created',
      resource: { type: 'location', id: location.id, label: location.name }
    });
    return location;
  });
}
