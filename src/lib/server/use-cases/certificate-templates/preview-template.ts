import type { z } from 'zod';
import type { previewTemplateBody } from '#lib/contracts/certificate-templates.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertStillVisible } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { certificateCase } from '#lib/server/use-cases/certificates/certificate-case.ts';
import { certificateLogo } from '#lib/server/use-cases/certificates/certificate-logo.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { tryTemplate } from './try-template.ts';

/**
 * A source tried on the specimen, or on a calibration that the caller may read: an unsigned PDF that says so.
 * @throws Refusal `not_found`, `no_results`, `certificate_imported`, `too_many_requests`; InvalidInput with lines of the source
 */
export async function previewTemplate(
  services: Services,
  actor: PersonActor,
  { source, language = null, calibration_id: calibrationId }: z.output<typeof previewTemplateBody>,
  signal?: AbortSignal
): Promise<Uint8Array> {
  const template = { source, language };
  if (calibrationId === undefined) {
    return (await tryTemplate(services, actor, template, { facts: null, language: actor.language }, signal)).pdf;
  }
  const certifiable = await transaction(services.pool, actor, (tx) => findCertifiable(tx, calibrationId));
  if (certifiable === null) throw new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
  const issued = certifiable.calibration.certificate?.issued_at;
  const facts = certificateCase(certifiable, {
    copyOf: null,
    issuedAt: issued ? new Date(issued) : services.now(),
    logo: await certificateLogo(services, certifiable)
  });
  const { pdf } = await tryTemplate(services, actor, template, { facts, language: actor.language }, signal);
  await assertStillVisible(services, actor, calibrationId);
  return pdf;
}
