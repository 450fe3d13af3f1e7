import { LEFT_OUT, type CertificateExportBody, type LeftOut } from '#lib/contracts/certificate-exports.ts';
import type { Language } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { invalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { MOST_CERTIFICATES, MOST_IN_ONE_PDF } from '#lib/records/exports.ts';
import { findExportable, findOfAssets, type Exportable } from '#lib/server/db/certificate-exports.ts';
import { failureOf } from '#lib/server/db/failure.ts';
import { findOrganizationName } from '#lib/server/db/organizations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { resolveAssetIds } from '#lib/server/use-cases/assets/resolve-assets.ts';
import { readIssuedFile } from '#lib/server/use-cases/certificates/issued-file.ts';
import { beginLongWork } from '#lib/server/use-cases/long-work/begin-operation.ts';
import { keyOfResult } from '#lib/server/use-cases/long-work/operation-keys.ts';
import type { LongWork } from '#lib/server/use-cases/long-work/run-operation.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import { assertOrganizationVisible } from '#lib/server/use-cases/visibility/assert-organization-visible.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { filesIn, type Listed } from './collected-file.ts';

/** What the work is asked to do; ids alone, because rights and states are those of when it is done. */
type Scope = {
  readonly organizationId: string;
  readonly calibrationIds: readonly string[];
  /** Assets that were selected and have no calibration. */
  readonly without: readonly string[];
  readonly format: CertificateExportBody['format'];
  readonly language: Language;
};

/**
 * Begins to collect certificates of an organization in one file.
 * @throws Refusal `not_found`, `ambiguous_ref`, `too_many_requests`; InvalidInput if there are too many for the format
 */
export const exportCertificates = (
  services: Services,
  actor: PersonActor,
  body: CertificateExportBody
): Promise<{ readonly job_id: string }> =>
  transaction(services.pool, actor, async (tx) => {
    const { organization_id: organizationId, format, language = actor.language } = body;
    await assertOrganizationVisible(tx, organizationId);
    if (body.calibrations) assertFits(new Set(body.calibrations).size, body);
    const { calibrationIds, without } = await meantBy(tx, actor, body);
    assertFits(calibrationIds.length, body);
    const scope: Scope = { organizationId, calibrationIds, without, format, language };
    return beginLongWork(tx, actor, 'certificates_export', scope);
  });

function assertFits(count: number, { format, calibrations }: CertificateExportBody): void {
  if (count > MOST_CERTIFICATES) {
    const field = calibrations === undefined ? 'refs' : 'calibrations';
    throw invalidInput(
      ['body', field],
      'too_many',
      `These are ${count} certificates. Choose at most ${MOST_CERTIFICATES}.`
    );
  }
  if (format === 'pdf' && count > MOST_IN_ONE_PDF) {
    throw invalidInput(
      ['body', 'format'],
      'too_many',
      `A PDF can have ${MOST_IN_ONE_PDF} certificates; these are ${count}. Choose ZIP or fewer certificates.`
    );
  }
}

async function meantBy(
  tx: Tx,
  actor: PersonActor,
  { organization_id, calibrations, refs = [], which }: CertificateExportBody
): Promise<Pick<Scope, 'calibrationIds' | 'without'>> {
  if (calibrations !== undefined) {
    const calibrationIds = [...new Set(calibrations)];
    if ((await findExportable(tx, organization_id, calibrationIds)).length < calibrationIds.length) throw unknown();
    return { calibrationIds, without: [] };
  }
  const assetIds = await resolveAssetIds(tx, actor, refs, organization_id);
  const meant = await findOfAssets(tx, organization_id, assetIds, which);
  return {
    calibrationIds: meant.flatMap(({ calibration_id }) => calibration_id ?? []),
    without: meant.filter(({ calibration_id }) => calibration_id === null).map(({ asset }) => asset)
  };
}

const unknown = () =>
  new Refusal(
    'not_found',
    'One of these calibrations was not found in this organization, or you do not have access to it.'
  );

/** How many of those that are missing the result names; the file names all. */
const MOST_NAMED = 100;

/** Does it: originals, or copies of their pages, one after another. What cannot be had is listed with the reason. */
export async function runCertificatesExport(services: Services, work: LongWork): Promise<void> {
  const { organizationId, calibrationIds, without, format, language } = work.request as Scope;
  const { actor } = work;
  const visible = (tx: Tx) => assertOrganizationVisible(tx, organizationId);
  const { found, organization } = await transaction(services.pool, actor, async (tx) => {
    await visible(tx);
    const organization = (await findOrganizationName(tx, organizationId)) ?? '';
    return { found: await findExportable(tx, organizationId, calibrationIds), organization };
  });
  await withFolder(async (folder) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const collection = { language, organization, madeAt: services.now(), timeZone };
    const file = await filesIn(format, folder, collection);
    const listed: Listed[] = [];
    const total = found.length;
    try {
      for (const [done, one] of found.entries()) {
        await work.progress({ done, total, unit: 'certificates' });
        const taken = await take(services, one);
        const listing = { ...one, leftOut: typeof taken === 'string' ? taken : null };
        listed.push(typeof taken === 'string' ? listing : { ...listing, ...(await file.add(one, taken)) });
      }
      for (const asset of without) listed.push({ asset, leftOut: 'no_calibration' });
      await file.end(listed);
    } catch (thrown) {
      await file.abandon();
      throw thrown;
    }
    const key = keyOfResult(work.id);
    await services.store.putFile(key, file.path, { contentType: file.media });
    const missing = listed.filter(({ leftOut }) => leftOut !== null);
    const result = {
      certificates: listed.length - missing.length,
      left_out_count: missing.length,
      left_out: missing
        .slice(0, MOST_NAMED)
        .map(({ number = null, asset, leftOut }) => ({ certificate_number: number, asset_id: asset, reason: leftOut })),
      format
    };
    const name = `certificates-${services.today()}.${format}`;
    await transaction(services.pool, actor, async (tx) => {
      await visible(tx);
      await work.finish(tx, { state: 'done', result, file: { key, name } });
    });
  });
}

/** The issued original; issued now if it can be. */
async function take(
  services: Services,
  { id, is_void }: Exportable
): Promise<LeftOut | { readonly pdf: Uint8Array; readonly sha256: string }> {
  if (is_void) return 'voided';
  try {
    return await readIssuedFile(services, id);
  } catch (thrown) {
    // While the database is away, nothing is known of any: the work is done again.
    if (failureOf(thrown) !== null) throw thrown;
    services.log.warn({ err: thrown, calibration: id }, 'a certificate is missing in a collection');
    const code = thrown instanceof Refusal ? thrown.code : null;
    return LEFT_OUT.find((reason) => reason === code) ?? 'certificate_failed';
  }
}
