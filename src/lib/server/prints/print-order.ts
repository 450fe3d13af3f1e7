import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { KeyToSign } from '#lib/server/certificates/issue-certificate-pdf.ts';

/** A certificate to create. */
export type PrintOrder = { readonly facts: CertificateCase; readonly key: KeyToSign };
