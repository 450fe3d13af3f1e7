import { Refusal } from '#lib/laboratory/refusal.ts';
import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { Certifiable, IssuedVoid } from '#lib/server/db/certificates.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';

type Print = Pick<CertificateCase, 'copyOf' | 'issuedAt' | 'logo'>;

/**
 * The facts that a certificate prints. An imported calibration was not recorded here: nothing of it is printed or signed.
 * @throws Refusal `certificate_imported`; `no_results` if there is neither an analysis nor a curve
 */
export function certificateCase({ calibration, context }: Certifiable, print: Print): CertificateCase {
  assertRecordedHere(calibration);
  const { analysis_request: request, result, coefficients_only: coefficientsOnly } = calibration;
  const voided = calibration.voided && { at: calibration.voided.at, reason: calibration.voided.reason };
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const decided = calibration.certificate?.kept;
  const kept = decided ? { name: decided.by.full_name, at: decided.at, reason: decided.reason } : null;
  const doubts = { warnings: calibration.warnings, referenceReason: calibration.reference_reason, kept, voided };
  const facts = { context, timeZone, ...doubts, ...print };
  if (request !== null && result !== null) return { ...facts, request, result, coefficientsOnly: null };
  if (coefficientsOnly !== null) return { ...facts, request: null, result: null, coefficientsOnly };
  throw new Refusal('no_results', 'This calibration has no results for a certificate.');
}

/**
 * What a certificate says of its calibration that was void when it was issued: it may be valid again since, or have been voided later.
 * @param issuedVoid as recorded; one issued before it was recorded says what is still so
 */
export const voidedWhenIssued = (
  { voided, issuedAt }: CertificateCase,
  issuedVoid: IssuedVoid | null
): CertificateCase['voided'] =>
  issuedVoid ?? (voided !== null && Date.parse(voided.at) <= issuedAt.getTime() ? voided : null);
