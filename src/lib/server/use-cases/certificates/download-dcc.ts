import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { signDcc } from '#lib/server/certificates/dcc/sign-dcc.ts';
import { writeDcc } from '#lib/server/certificates/dcc/write-dcc.ts';
import { signingFacts } from '#lib/server/certificates/signing-keys.ts';
import { findCertifiable, findIssued } from '#lib/server/db/certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { assertStillVisible } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateCase, voidedWhenIssued } from './certificate-case.ts';
import { openSigningCertificate } from './ensure-signing-certificate.ts';
import { assertMayBeIssued } from './issue-certificate.ts';
import { issueOnDemand } from './issue-on-demand.ts';

/**
 * The digital certificate (PTB DCC) of an issued certificate, signed with the key that signed the certificate. It is made from what was
 * frozen with the calibration and not stored: equal facts, key and day give the same bytes. As in the issued file, being void is stated
 * only if the calibration was void then.
 * @throws Refusal `not_found`, `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `no_country`, `certificate_failed`
 */
export async function downloadDcc(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<{ readonly xml: string; readonly filename: string }> {
  const certifiable = await transaction(services.pool, actor, (tx) => findCertifiable(tx, calibrationId));
  if (certifiable === null) throw new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
  const { calibration, context } = certifiable;
  assertRecordedHere(calibration);
  assertMayBeIssued(calibration.certificate);
  const { country } = services;
  if (country === undefined) {
    throw new Refusal(
      'no_country',
      'A digital certificate must state the country of the laboratory. Ask the operator of this installation to set COUNTRY.'
    );
  }
  // Made before anything is issued: without results, nothing is.
  const certificate = certificateCase(certifiable, { copyOf: null, issuedAt: services.now() });
  await issueOnDemand(services, calibrationId);
  const issued = await transaction(services.pool, SYSTEM, (tx) => findIssued(tx, calibrationId));
  const name = laboratoryName(certifiable.context.organization);
  const signer = { organizationId: calibration.organization_id, name };
  const key = issued?.signing_certificate_id
    ? await openSigningCertificate(services, signer, issued.signing_certificate_id)
    : null;
  if (issued === null || key === null) {
    throw new Refusal('certificate_failed', 'This installation does not have the key that signed this certificate.');
  }
  const facts = { ...certificate, issuedAt: new Date(issued.issued_at) };
  const signing = signingFacts(key, name);
  const voided = voidedWhenIssued(facts, issued.issued_void);
  const xml = signDcc(writeDcc({ ...facts, voided, signing, country }), key);
  await assertStillVisible(services, actor, calibrationId);
  return { xml, filename: `${context.certificate_number}.xml` };
}
