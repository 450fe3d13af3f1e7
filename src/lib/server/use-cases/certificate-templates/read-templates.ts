import type { AnyTemplate, CertificateTemplate, TemplateChoice } from '#lib/contracts/certificate-templates.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { BUILT_IN_TEMPLATE } from '#lib/server/certificates/templates/built-in/source.ts';
import { templateContext } from '#lib/server/certificates/templates/build-context.ts';
import { listContext } from '#lib/server/certificates/templates/list-context.ts';
import { missingParts } from '#lib/server/certificates/templates/missing-values.ts';
import { specimenFacts } from '#lib/server/certificates/templates/specimen.ts';
import {
  findTemplate,
  pageOfTemplates,
  templatesFor,
  type TemplateFilter,
  type TemplateRow
} from '#lib/server/db/certificate-templates.ts';
import { reading, type Tx } from '#lib/server/db/transaction.ts';
import { requireCalibration } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

const BUILT_IN = { id: 'built-in', name: 'Plumbline', organization_id: null, language: null } as const;

/** @throws Refusal `not_found`, also for a template that the caller may not see */
export async function requireTemplate(tx: Tx, id: string): Promise<TemplateRow> {
  const template = await findTemplate(tx, id);
  if (!template) throw new Refusal('not_found', 'Certificate template not found.');
  return template;
}

/** With what it leaves out. */
export const wholeTemplate = (row: TemplateRow): CertificateTemplate => ({
  ...row,
  missing: [...missingParts(row.source)]
});

/** The certificate that is part of the app, as a template. */
const builtInTemplate = (): AnyTemplate => ({
  ...BUILT_IN,
  is_default: false,
  source: BUILT_IN_TEMPLATE,
  engine: 'embedded',
  missing: [...missingParts(BUILT_IN_TEMPLATE)],
  created_at: null,
  updated_at: null
});

/** @throws Refusal `not_found` */
export const getTemplate = async ({ pool }: Services, actor: PersonActor, id: string): Promise<AnyTemplate> =>
  id === BUILT_IN.id
    ? builtInTemplate()
    : reading(pool, actor, async (tx) => wholeTemplate(await requireTemplate(tx, id)));

/** @throws Refusal `invalid_cursor` */
export const listTemplates = ({ pool }: Services, actor: PersonActor, filter: TemplateFilter) =>
  reading(pool, actor, (tx) => pageOfTemplates(tx, filter));

/**
 * What the certificate of a calibration can be set with; the built-in one is last. One of them is the default.
 * @throws Refusal `not_found`
 */
export const listTemplatesOfCalibration = (
  { pool }: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<readonly TemplateChoice[]> =>
  reading(pool, actor, async (tx) => {
    const { organization_id: organizationId } = await requireCalibration(tx, calibrationId);
    const found = await templatesFor(tx, organizationId);
    const chosen = found.find((one) => one.is_default);
    return [
      ...found.map((one) => ({ ...one, is_default: one === chosen })),
      { ...BUILT_IN, is_default: chosen === undefined }
    ];
  });

/** The values of templates, with examples in a language. */
export const templateValues = async (language: Language) =>
  listContext(await templateContext(specimenFacts(language, Intl.DateTimeFormat().resolvedOptions().timeZone)));
