import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { createOrganizationBody, Organization } from '#lib/contracts/organizations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { certificatePrefixOf } from '#lib/laboratory/certificate-prefix.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { initialValues } from '#lib/records/field.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertMembership } from '#lib/server/db/memberships.ts';
import { insertOrganization, organizationAsSeenBy } from '#lib/server/db/organizations.ts';
import { introduce } from '#lib/server/db/standing.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireOrganization } from './require-organization.ts';

/**
 * Creates an organization; the creator becomes its first admin. Everybody except viewers may (specification 4.1, rule
 * 1).
 */
export function createOrganization(
  { pool }: Services,
  actor: PersonActor,
  body: z.output<typeof createOrganizationBody>,
  isDemonstration = false
): Promise<Organization> {
  assertMay(actor, 'organization.create');
  const id = uuidv7();
  const founder: PersonActor = { ...actor, memberships: new Map([...actor.memberships, [id, 'admin']]) };
  return transaction(pool, actor, async (tx) => {
    await appendAudit(tx, actor, id, {
      action: 'organization.created',
      resource: { type: 'organization', id, label: body.name }
    });
    const profile = {
      ...initialValues(ORGANIZATION),
      ...presentFields(body),
      id,
      certificate_prefix: body.certificate_prefix ?? certificatePrefixOf(body.name)
    };
    await insertOrganization(tx, profile, { founderId: actor.userId, isDemonstration });
    await insertMembership(tx, { organization_id: id, user_id: actor.userId, role: 'admin' });
    await introduce(tx, founder);
    return organizationAsSeenBy(founder, await requireOrganization(tx, id));
  });
}
