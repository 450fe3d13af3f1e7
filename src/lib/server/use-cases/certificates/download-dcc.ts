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
import { assertMayBeIssued } from './issue-certificate.ts';
import { issueOnDemand } from './issue-on-demand.ts';
import { signByGoodKey } from './sign-by-good-key.ts';

/**
 * The digital certificate (PTB DCC) of an issued certificate, signed with the key that signed the certificate while that is good, so that
 * it is the one inside the issued file. As its signature has no time, nobody could tell that it was signed before its key was revoked or
 * expired: from then on the current key signs it. It is made from what was frozen with the calibration and not stored: equal facts, key
 * and day give the same bytes. As in the issued file, being void is stated only if the calibration was void then.
 * @throws Refusal `not_found`, `no_results`, `certificate_held`, `certificate_in_review`, `certificate_imported`, `no_country`, `certificate_failed`
 */
export async function downloadDcc(
  services: Services,
  actor: PersonActor,
  calibrationId: string
): Promise<{ readonly xml: string; readonly filename: string }> {
  const certifiable = await transaction(services.pool, actor, (tx) => findCertifiable(tx, calibrationId));
  if (certifiable === null) throw notFound();
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
  if (issued === null) throw notFound();
  const name = laboratoryName(context.organization);
  const facts = { ...certificate, issuedAt: new Date(issued.issued_at), country };
  const voided = voidedWhenIssued(facts, issued.issued_void);
  const xml = await signByGoodKey(
    services,
    { organizationId: calibration.organization_id, name },
    (key) => signDcc(writeDcc({ ...facts, voided, signing: signingFacts(key, name) }), key),
    issued.signing_certificate_id
  );
  await assertStillVisible(services, actor, calibrationId);
  return { xml, filename: `${context.certificate_number}.xml` };
}

const notFound = (): Refusal => new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
