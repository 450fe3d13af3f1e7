import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { CertificateTemplate, createTemplateBody } from '#lib/contracts/certificate-templates.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayManageTemplatesOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { clearDefaultTemplate, countTemplates, insertTemplate } from '#lib/server/db/certificate-templates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { assertOrganizationVisible } from '../visibility/assert-organization-visible.ts';
import { wholeTemplate } from './read-templates.ts';
import { tryTemplate } from './try-template.ts';

/** Of an organization, and for all. */
const MOST_TEMPLATES = 100;

/**
 * Adds a template that can set the specimen to an organization, or, by an admin, to all.
 * @throws Refusal `not_found`, `forbidden`, `too_many_templates`, `too_many_requests`; InvalidInput with lines of the source
 */
export async function createTemplate(
  services: Services,
  actor: PersonActor,
  body: z.output<typeof createTemplateBody>
): Promise<CertificateTemplate> {
  const { name, source, language = null, is_default: isDefault = false, organization_id: organizationId = null } = body;
  await transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayManageTemplatesOf(actor, organizationId);
  });
  const { engine } = await tryTemplate(
    services,
    actor,
    { source, language },
    { facts: null, language: actor.language }
  );
  return transaction(services.pool, actor, async (tx) => {
    await assertOrganizationVisible(tx, organizationId);
    assertMayManageTemplatesOf(actor, organizationId);
    await lockAuditChain(tx, organizationId);
    if ((await countTemplates(tx, organizationId)) >= MOST_TEMPLATES) {
      throw new Refusal(
        'too_many_templates',
        `There are ${MOST_TEMPLATES} templates already. Delete one that is not needed any more.`
      );
    }
    const id = uuidv7();
    if (isDefault) await clearDefaultTemplate(tx, organizationId, id);
    await appendAudit(tx, actor, organizationId, {
      action: 'certificate_template.created',
      resource: { type: 'certificate_template', id, label: name }
    });
    const row = { id, organization_id: organizationId, name, language, is_default: isDefault, source };
    return wholeTemplate(await insertTemplate(tx, { ...row, engine }));
  });
}
