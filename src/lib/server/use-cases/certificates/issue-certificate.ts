import { X509Certificate } from 'node:crypto';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { laboratoryName, type CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { IssuedPdf } from '#lib/server/certificates/issue-certificate-pdf.ts';
import {
  findCertifiable,
  findCertificate,
  lockCertificate,
  markFailed,
  markIssued,
  type Certifiable
} from '#lib/server/db/certificates.ts';
import { lockAuditChain } from '#lib/server/db/audit.ts';
import { expectProofs, type IssuedSignature } from '#lib/server/db/certificate-revisions.ts';
import { findDefaultTemplate, type UsableTemplate } from '#lib/server/db/certificate-templates.ts';
import { isGoodForSigning } from '#lib/server/db/signing-certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { certificateSeconds } from '#lib/server/metrics/metrics.ts';
import { enqueue, PROVING } from '#lib/server/jobs/queue.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';
import { isInReview, type CertificateState } from '#lib/records/certificate-states.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { certificateCase, printedVoid } from './certificate-case.ts';
import { certificateLogo } from './certificate-logo.ts';
import { ensureSigningCertificate } from './ensure-signing-certificate.ts';
import { failureReason } from './failure-reason.ts';
import { newFile, storeFile } from './stored-file.ts';
import { whileClaimed } from './while-claimed.ts';

/**
 * Sets, signs and stores the certificate of a calibration, once: concurrent callers wait and find it issued. Called by
 * the job after the calibration has been committed, and by a reader who cannot wait.
 * @returns the key of the stored file.
 * @throws Refusal `certificate_held` or `certificate_in_review` if somebody has to decide first, `certificate_imported`; other errors, after
 * recording them as the certificate's state; the queue retries a job.
 */
export const issueCertificate = (services: Services, calibrationId: string): Promise<string> =>
  services.prints.issuing.run(calibrationId, async () => {
    const begun = performance.now();
    const took = (outcome: 'issued' | 'failed') =>
      certificateSeconds.observe({ outcome }, (performance.now() - begun) / 1000);
    try {
      const key = await issue(services, calibrationId);
      took('issued');
      return key;
    } catch (thrown) {
      if (isNotToBeIssued(thrown)) throw thrown;
      took('failed');
      services.log.error({ err: thrown, calibration: calibrationId }, 'a certificate could not be made');
      await transaction(services.pool, SYSTEM, (tx) => markFailed(tx, calibrationId, failureReason(thrown)));
      throw thrown;
    }
  });

/** The file made from a calibration, and its key: not yet the certificate, which is the one stored first. */
type Made = IssuedPdf & {
  readonly issuedAt: Date;
  readonly keyId: string;
  readonly template: UsableTemplate | null;
  readonly voided: CertificateCase['voided'];
  readonly signature: IssuedSignature;
};

/** In this process callers share one making; among processes, a claim sees to it that one of them makes the file. */
async function issue(services: Services, calibrationId: string): Promise<string> {
  const before = await transaction(services.pool, SYSTEM, (tx) => findCertificate(tx, calibrationId));
  if (before?.object_key) return before.object_key;
  return whileClaimed(
    services,
    calibrationId,
    (tx) => findUnissued(tx, calibrationId),
    (certifiable) => makeAndMark(services, calibrationId, certifiable)
  );
}

/** What the certificate is made from; the key of its file if another process has issued it meanwhile. */
async function findUnissued(tx: Tx, calibrationId: string): Promise<Certifiable | string> {
  const certifiable = await findCertifiable(tx, calibrationId);
  const certificate = await findCertificate(tx, calibrationId);
  if (certificate?.object_key) return certificate.object_key;
  if (certifiable === null) throw new Error(`there is no calibration ${calibrationId}`);
  assertRecordedHere(certifiable.calibration);
  assertMayBeIssued(certificate);
  return certifiable;
}

/** Nobody voids and restores a calibration, or replaces the key that signs, this often while one certificate is made. */
export const MOST_MAKINGS = 3;

async function makeAndMark(services: Services, calibrationId: string, certifiable: Certifiable): Promise<string> {
  let found: Certifiable | string = certifiable;
  for (let makings = 0; makings < MOST_MAKINGS; makings++) {
    found = await makeAndTryToMark(services, calibrationId, found);
    if (typeof found === 'string') return found;
  }
  throw new Error(
    'while its certificate was made, the calibration was voided or restored each time, or the key that signed it revoked'
  );
}

/** @returns the key of the file; what the certificate is to be made from anew, where that or the key was changed meanwhile */
async function makeAndTryToMark(
  services: Services,
  calibrationId: string,
  certifiable: Certifiable
): Promise<Certifiable | string> {
  // Made and stored while no transaction is open: that may take seconds, connections are few, and a time-stamping server or an object
  // store may keep one waiting. What was stored and never marked, `removeLeftovers` takes away.
  const made = await make(services, certifiable);
  for (const warning of made.warnings) {
    services.log.warn({ calibration: calibrationId, warning }, 'certificate issued with a warning');
  }
  const file = newFile(calibrationId, made.sha256, made.pdf.byteLength);
  await storeFile(services.store, file, made.pdf);
  return transaction(services.pool, SYSTEM, (tx) => markOnce(tx, certifiable, file.object_key, made, services.now()));
}

async function make(services: Services, certifiable: Certifiable): Promise<Made> {
  const name = laboratoryName(certifiable.context.organization);
  const organizationId = certifiable.calibration.organization_id;
  const { id: keyId, ...key } = await ensureSigningCertificate(services, { organizationId, name });
  const logo = await certificateLogo(services, certifiable);
  const issuedAt = services.now();
  const facts = certificateCase(certifiable, { copyOf: null, issuedAt, logo });
  const template = await transaction(services.pool, SYSTEM, (tx) => findDefaultTemplate(tx, organizationId));
  const order = {
    facts,
    key: { ...key, signerName: name, timeStamps: services.timeStamps },
    template,
    country: services.country
  };
  const issued = await services.prints.issue(order).catch((thrown: unknown) => {
    throw template ? withName(thrown, template) : thrown;
  });
  const signature = signatureOf(issued, key.certificatePem, services.timeStamps === undefined ? null : issuedAt);
  return { ...issued, issuedAt, keyId, template, voided: facts.voided, signature };
}

/** @param dueAt when its proofs are added; null: it was signed so that nothing can be */
export function signatureOf({ profile }: IssuedPdf, certificatePem: string, dueAt: Date | null): IssuedSignature {
  const level = profile === 'PAdES-B-T' ? 'B-T' : 'B-B';
  if (dueAt !== null) return { level, holdsUntil: null, lacks: null, missing: null, dueAt };
  const holdsUntil = new Date(new X509Certificate(certificatePem).validTo);
  return { level, holdsUntil, lacks: 'closed', missing: 'it was signed so that nothing may be added', dueAt };
}

/** A fault of a template, with its name, so that readers know which one to change. */
function withName(thrown: unknown, { name }: UsableTemplate): unknown {
  if (!(thrown instanceof Refusal) || thrown.context?.['faults'] === undefined) return thrown;
  return new Refusal(thrown.code, thrown.message, { ...thrown.context, template: name });
}

/** A process that stood still for longer than its claim lasts may come second here: the first has issued it. */
async function markOnce(
  tx: Tx,
  { calibration }: Certifiable,
  objectKey: string,
  made: Made,
  now: Date
): Promise<Certifiable | string> {
  const { id, organization_id } = calibration;
  await lockCertificate(tx, id);
  // Whoever voids or restores the calibration, or revokes the key, writes there, too: what is read from here on holds until the
  // certificate is issued.
  await lockAuditChain(tx, organization_id);
  const found = await findUnissued(tx, id);
  if (typeof found === 'string' || !isSameVoid(printedVoid(found.calibration), made.voided)) return found;
  // Signing takes seconds: the key may have been revoked since it was opened.
  if (!(await isGoodForSigning(tx, made.keyId, now))) return found;
  const { pdf, sha256, contentSha256, issuedAt, keyId, template, voided, signature } = made;
  await markIssued(tx, id, {
    objectKey,
    sha256,
    contentSha256,
    bytes: pdf.byteLength,
    signingCertificateId: keyId,
    issuedAt: issuedAt.toISOString(),
    voided: voided ?? false,
    template
  });
  await expectProofs(tx, id, signature);
  if (signature.dueAt !== null) await enqueue(tx, 'prove_certificate', { calibration_id: id }, PROVING);
  return objectKey;
}

const isSameVoid = (one: Made['voided'], other: Made['voided']): boolean =>
  one?.at === other?.at && one?.reason === other?.reason;

/** @throws Refusal `certificate_held`, `certificate_in_review` */
export function assertMayBeIssued(certificate: { readonly state: CertificateState } | null): void {
  if (isInReview(certificate?.state)) {
    throw new Refusal(
      'certificate_in_review',
      'The certificate is issued once a second person has reviewed and released this calibration.'
    );
  }
  if (certificate?.state !== 'held') return;
  throw new Refusal(
    'certificate_held',
    'The certificate is held until an authorized person keeps this calibration with a reason or voids it.'
  );
}

/** A refusal that trying again does not change. */
export const isNotToBeIssued = (thrown: unknown): boolean =>
  thrown instanceof Refusal &&
  ['certificate_held', 'certificate_in_review', 'certificate_imported'].includes(thrown.code);
