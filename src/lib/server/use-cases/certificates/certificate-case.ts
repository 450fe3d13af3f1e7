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
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const decided = calibration.certificate?.kept;
  const kept = decided ? { name: decided.by.full_name, at: decided.at, reason: decided.reason } : null;
  const doubts = { warnings: calibration.warnings, referenceReason: calibration.reference_reason, kept };
  const facts = { context, timeZone, ...doubts, voided: printedVoid(calibration), ...print };
  if (request !== null && result !== null) return { ...facts, request, result, coefficientsOnly: null };
  if (coefficientsOnly !== null) return { ...facts, request: null, result: null, coefficientsOnly };
  throw new Refusal('no_results', 'This calibration has no results for a certificate.');
}

/** What a certificate that is issued now says of that: null, unless the calibration is void. */
export const printedVoid = ({ voided }: Certifiable['calibration']): CertificateCase['voided'] =>
  voided && { at: voided.at, reason: voided.reason };

/**
 * What a certificate says of its calibration that was void when it was issued: it may be valid again since, or have been voided later.
 * @param issuedVoid as recorded; null: it was issued before it was recorded, and says what is still so
 */
export const voidedWhenIssued = (
  { voided, issuedAt }: CertificateCase,
  issuedVoid: IssuedVoid | null
): CertificateCase['voided'] => {
  if (issuedVoid !== null) return issuedVoid === false ? null : issuedVoid;
  return voided !== null && Date.parse(voided.at) <= issuedAt.getTime() ? voided : null;
};
