import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { CertificateTemplate, updateTemplateBody } from '#lib/contracts/certificate-templates.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { fieldChanges, isUnchanged } from '#lib/laboratory/field-changes.ts';
import { assertFresh } from '#lib/laboratory/freshness.ts';
import { assertMayManageTemplatesOf } from '#lib/laboratory/permissions.ts';
import { presentFields } from '#lib/laboratory/present-fields.ts';
import { appendAudit, lockAuditChain } from '#lib/server/db/audit.ts';
import { clearDefaultTemplate, updateTemplateRow, type TemplateRow } from '#lib/server/db/certificate-templates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { requireTemplate, wholeTemplate } from './read-templates.ts';
import { tryTemplate } from './try-template.ts';

const FIELDS = ['name', 'language', 'is_default', 'source_sha256'] as const;

/**
 * Changes the fields in the body, if the template can still set the specimen. Issued certificates stay as they are.
 * @throws Refusal `not_found`, `forbidden`, `stale`, `too_many_requests`; InvalidInput with lines of the source
 */
export async function updateTemplate(
  services: Services,
  actor: PersonActor,
  id: string,
  body: z.output<typeof updateTemplateBody>,
  ifMatch: string | null
): Promise<CertificateTemplate> {
  const require = async (tx: Tx): Promise<TemplateRow> => {
    const before = await requireTemplate(tx, id);
    assertMayManageTemplatesOf(actor, before.organization_id);
    return before;
  };
  const known = await transaction(services.pool, actor, require);
  assertFresh(known, ifMatch);
  const tried = { ...known, ...presentFields(body) };
  const isTried = tried.source !== known.source || tried.language !== known.language;
  const { engine } = isTried
    ? await tryTemplate(services, actor, tried, { facts: null, language: actor.language })
    : known;
  return transaction(services.pool, actor, async (tx) => {
    const { organization_id: organizationId } = await require(tx);
    await lockAuditChain(tx, organizationId);
    const before = await require(tx);
    // While the source was tried, somebody else may have changed it.
    assertFresh(before, ifMatch);
    const after = { ...before, ...presentFields(body), engine };
    const changes = fieldChanges(inAudit(before), inAudit(after), FIELDS);
    if (isUnchanged(changes)) return wholeTemplate(before);
    if (after.is_default) await clearDefaultTemplate(tx, organizationId, id);
    await appendAudit(tx, actor, organizationId, {
      action: 'certificate_template.updated',
      resource: { type: 'certificate_template', id, label: after.name },
      changes
    });
    return wholeTemplate(await updateTemplateRow(tx, after));
  });
}

/** Of the source, the log has the hash. */
const inAudit = ({ source, ...row }: TemplateRow) => ({
  ...row,
  source_sha256: createHash('sha256').update(source).digest('hex')
});
