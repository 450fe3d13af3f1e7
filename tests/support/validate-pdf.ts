import { expect } from 'vitest';
import { opensslVerify, pdfPrograms, qpdfCheck, signedParts } from '../certificates/outside-validators.ts';

/**
 * What pdfsig, OpenSSL and qpdf, none of them ours, must all say of a certificate that we issued.
 * @param certificatePem the organization's signing certificate, as the API gives it.
 */
export async function validatePdf(pdf: Uint8Array, certificatePem: string): Promise<void> {
  const signatures = await pdfPrograms('pdfsig', pdf);
  expect(signatures.output).toContain('Signature is Valid');
  expect(signatures.output).toContain('Total document signed');
  expect(signatures.output).toContain('ETSI.CAdES.detached');
  expect((await opensslVerify(signedParts(pdf), certificatePem)).output).toContain('Verification successful');
  expect((await qpdfCheck(pdf)).code).toBe(0);
}
