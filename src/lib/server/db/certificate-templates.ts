import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import {
  certificateTemplateSchema,
  listedTemplateSchema,
  templateChoiceSchema
} from '#lib/contracts/certificate-templates.ts';
import { id, languageSchema } from '#lib/contracts/primitives.ts';
import { TEMPLATE_ENGINES } from '#lib/records/certificate-template.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { mayRead } from './may-read.ts';
import { containsText, readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** A template as it is stored: what it leaves out is found from its source. */
const templateRow = certificateTemplateSchema.omit({ missing: true });
export type TemplateRow = z.infer<typeof templateRow>;
type ListedTemplate = z.infer<typeof listedTemplateSchema>;

const listedColumns = sql.fragment`id, name, organization_id, language, is_default, engine, created_at, updated_at`;
const columns = sql.fragment`${listedColumns}, source`;
const kept = sql.fragment`deleted_at IS NULL`;
/** Of one organization, or of those for all. */
const ownedBy = (organizationId: string | null): FragmentSqlToken =>
  sql.fragment`organization_id IS NOT DISTINCT FROM ${organizationId}::uuid`;

export const findTemplate = (tx: Tx, templateId: string): Promise<TemplateRow | null> =>
  tx.maybeOne(sql.type(templateRow)`
    SELECT ${columns} FROM certificate_templates
    WHERE id = ${templateId} AND ${kept} AND ${mayRead(sql.fragment`organization_id`)}`);

export type TemplateFilter = {
  readonly organization_id?: string | undefined;
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

export function pageOfTemplates(tx: Tx, filter: TemplateFilter): Promise<Page<ListedTemplate>> {
  const where: FragmentSqlToken[] = [kept, mayRead(sql.fragment`organization_id`)];
  if (filter.organization_id) where.push(sql.fragment`organization_id = ${filter.organization_id}`);
  if (filter.q) where.push(containsText(filter.q, sql.fragment`name`));
  return readPage(tx, {
    row: listedTemplateSchema,
    columns: listedColumns,
    from: sql.fragment`certificate_templates`,
    where,
    id: sql.fragment`id`,
    sortKeys: {
      name: { expression: sql.fragment`lower(name)`, type: 'text' },
      created_at: { expression: sql.fragment`created_at`, type: 'timestamptz' }
    },
    sort: filter.sort ?? 'name',
    limit: filter.limit,
    cursor: filter.cursor
  });
}

export const countTemplates = (tx: Tx, organizationId: string | null): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ count: z.number() }))`
    SELECT count(*)::int AS count FROM certificate_templates WHERE ${ownedBy(organizationId)} AND ${kept}`);

type NewTemplate = Omit<TemplateRow, 'created_at' | 'updated_at'>;

export const insertTemplate = (tx: Tx, row: NewTemplate): Promise<TemplateRow> =>
  tx.one(sql.type(templateRow)`
    INSERT INTO certificate_templates (id, organization_id, name, language, is_default, source, engine)
    VALUES (${row.id}, ${row.organization_id}, ${row.name}, ${row.language}, ${row.is_default}, ${row.source}, ${row.engine})
    RETURNING ${columns}`);

export const updateTemplateRow = (tx: Tx, row: NewTemplate): Promise<TemplateRow> =>
  tx.one(sql.type(templateRow)`
    UPDATE certificate_templates SET name = ${row.name}, language = ${row.language}, is_default = ${row.is_default},
      source = ${row.source}, engine = ${row.engine}, updated_at = clock_timestamp()
    WHERE id = ${row.id} RETURNING ${columns}`);

/** Takes the choice from the default that there was. */
export async function clearDefaultTemplate(tx: Tx, organizationId: string | null, but: string): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE certificate_templates SET is_default = false, updated_at = clock_timestamp()
    WHERE ${ownedBy(organizationId)} AND is_default AND id <> ${but}`);
}

/** It cannot be chosen any more; certificates that it set still name it. */
export async function markTemplateDeleted(tx: Tx, templateId: string): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE certificate_templates SET is_default = false, deleted_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE id = ${templateId}`);
}

/** The templates that calibrations of an organization can be set with, its own first. `is_default` is that of its owner. */
export const templatesFor = (tx: Tx, organizationId: string) =>
  tx.any(sql.type(templateChoiceSchema)`
    SELECT id, name, organization_id, language, is_default FROM certificate_templates
    WHERE (organization_id = ${organizationId} OR organization_id IS NULL) AND ${kept}
    ORDER BY organization_id IS NULL, lower(name), id`);

const usable = z.object({
  id,
  name: z.string(),
  language: languageSchema.nullable(),
  source: z.string(),
  // Certificates issued before there were two have none.
  engine: z.enum(TEMPLATE_ENGINES).default('embedded')
});
/** What a certificate is set with. */
export type UsableTemplate = z.infer<typeof usable>;

/** One of an organization or for all; `null` for any other, and for a deleted one. */
export const findUsableTemplate = (
  tx: Tx,
  organizationId: string,
  templateId: string
): Promise<UsableTemplate | null> =>
  tx.maybeOne(sql.type(usable)`
    SELECT id, name, language, source, engine FROM certificate_templates
    WHERE id = ${templateId} AND (organization_id = ${organizationId} OR organization_id IS NULL) AND ${kept}`);

/** The default of an organization, else that for all; `null`: the built-in one. */
export const findDefaultTemplate = (tx: Tx, organizationId: string): Promise<UsableTemplate | null> =>
  tx.maybeOne(sql.type(usable)`
    SELECT id, name, language, source, engine FROM certificate_templates
    WHERE is_default AND (organization_id = ${organizationId} OR organization_id IS NULL) AND ${kept}
    ORDER BY organization_id IS NULL LIMIT 1`);

/** The template that set an issued certificate, as it was then; `null`: the built-in one, or not issued. */
export const findIssuedTemplate = async (tx: Tx, calibrationId: string): Promise<UsableTemplate | null> => {
  const found = await tx.maybeOneFirst(sql.type(
    z.object({ template: usable.extend({ sha256: z.string() }).nullable() })
  )`
    SELECT template FROM certificates WHERE calibration_id = ${calibrationId} AND state = 'issued'`);
  if (!found) return null;
  const { sha256: _, ...template } = found;
  return template;
};
