import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { assertMayManageTemplatesOf } from '#lib/laboratory/permissions.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { markTemplateDeleted } from '#lib/server/db/certificate-templates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireTemplate } from './read-templates.ts';

/**
 * Deletes a template: it cannot be chosen any more. Certificates that it set keep what they were set with.
 * @throws Refusal `not_found`, `forbidden`, `stale`
 */
export function deleteTemplate(
  { pool }: Services,
  actor: PersonActor,
  id: string,
  ifMatch: string | null
): Promise<void> {
  return transaction(pool, actor, async (tx) => {
    const { organization_id: organizationId } = await requireTemplate(tx, id);
    assertMayManageTemplatesOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    const template = await requireTemplate(tx, id);
    assertFresh(template, ifMatch);
    await appendAudit(tx, actor, organizationId, {
      action: 'certificate_template.deleted',
      resource: { type: 'certificate_template', id, label: template.name }
    });
    await markTemplateDeleted(tx, id);
  });
}
