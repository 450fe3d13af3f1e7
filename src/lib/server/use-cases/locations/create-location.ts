import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createLocationBody, Location } from '#lib/contracts/locations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { initialValues } from '#lib/records/field.ts';
import { LOCATION } from '#lib/records/location.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertLocation } from '#lib/server/db/locations.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertLocationUsable } from './assert-location-usable.ts';

/**
 * Adds a location to an organization, or, by an admin, to all of them.
 * @throws Refusal `not_found` for an organization that the caller may not see, `forbidden`; InvalidInput for the parent.
 */
export function createLocation(
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof createLocationBody>
): Promise<Location> {
  const organizationId = body.organization_id ?? null;
  return transaction(pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayEditRecordsOf(actor, organizationId);
    if (body.parent_id) await assertLocationUsable(tx, body.parent_id, organizationId, ['body', 'parent_id']);
    const id = uuidv7();
    await appendAudit(tx, actor, organizationId, {
      action: 'location.created',
      resource: { type: 'location', id, label: body.name }
    });
    return insertLocation(tx, {
      ...initialValues(LOCATION),
      ...presentFields(body),
      id,
      organization_id: organizationId
    });
  });
}
