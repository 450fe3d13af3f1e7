import { createHash } from 'node:crypto';
import { isExternal, type CertificateCase } from './certificate-facts.ts';
import { certificateLabels } from './labels/certificate-labels.ts';
import { renderCertificate } from './render-certificate.ts';
import { signPdf } from './signature/sign-pdf.ts';
import type { TimeStampServer } from './signature/time-stamp.ts';
import { signingFacts, type SigningKey } from './signing-keys.ts';
import { inLanguageOf, renderTemplate, type TemplateToRender } from './templates/render-template.ts';

export type KeyToSign = SigningKey & { readonly signerName: string; readonly timeStamps?: TimeStampServer | undefined };
export type IssuedPdf = {
  readonly pdf: Uint8Array;
  /** Lower-case hex of the whole file, by which /verify recognises it. */
  readonly sha256: string;
  readonly pageCount: number;
  readonly profile: 'PAdES-B-B' | 'PAdES-B-T';
  readonly warnings: readonly string[];
};

/**
 * Renders and signs a certificate, the built-in one or that of a template: the job stores it as the issued original, and a new download sends it
 * (then with `copyOf`). The signature names the certificate's number as reason and the laboratory's address as
 * location.
 * @throws TemplateError if the template cannot be filled or set
 */
export async function issueCertificatePdf(
  given: CertificateCase,
  key: KeyToSign,
  template: TemplateToRender | null = null
): Promise<IssuedPdf> {
  const facts = template ? inLanguageOf(given, template) : given;
  const whole = { ...facts, signing: signingFacts(key, key.signerName) };
  const rendered = await (template ? renderTemplate(whole, template) : renderCertificate(whole));
  const { context } = facts;
  const labels = certificateLabels(context.language);
  const signed = await signPdf(rendered.pdf, {
    privateKeyPem: key.privateKeyPem,
    certificatePem: key.certificatePem,
    reason: (isExternal(facts) ? labels.sign_reason_record : labels.sign_reason).replace(
      '{number}',
      () => context.certificate_number
    ),
    location: context.organization.address ?? context.organization.name,
    name: key.signerName,
    signedAt: facts.copyOf?.printedAt ?? facts.issuedAt,
    place: rendered.signature,
    timeStamps: key.timeStamps
  });
  const sha256 = createHash('sha256').update(signed.pdf).digest('hex');
  return { pdf: signed.pdf, sha256, pageCount: rendered.pageCount, profile: signed.profile, warnings: signed.warnings };
}
