import { createHash } from 'node:crypto';
import { isExternal, type CertificateCase } from './certificate-facts.ts';
import { certificateLabels } from './labels/certificate-labels.ts';
import type { DccFacts } from './dcc/dcc-language.ts';
import { signDcc } from './dcc/sign-dcc.ts';
import { writeDcc } from './dcc/write-dcc.ts';
import { renderCertificate } from './render-certificate.ts';
import type { AttachedFile } from './signature/signature-field.ts';
import { signPdf } from './signature/sign-pdf.ts';
import type { TimeStampServer } from './signature/time-stamp.ts';
import { signingFacts, type SigningKey } from './signing-keys.ts';
import type { TexProgram } from './tex/find-tex.ts';
import { inLanguageOf, renderTemplate, type TemplateToRender } from './templates/render-template.ts';

export type KeyToSign = SigningKey & { readonly signerName: string; readonly timeStamps?: TimeStampServer | undefined };
export type IssuedPdf = {
  readonly pdf: Uint8Array;
  /** Lower-case hex of the whole file, by which /verify recognises it. */
  readonly sha256: string;
  /** The same of what it prints and has inside, without the signature: equal whenever the same is signed again. */
  readonly contentSha256: string;
  readonly pageCount: number;
  readonly profile: 'PAdES-B-B' | 'PAdES-B-T';
  readonly warnings: readonly string[];
};

export type IssueOptions = {
  /** Null: the built-in certificate. */
  readonly template?: TemplateToRender | null | undefined;
  /** ISO 3166-1, two letters, which a digital certificate must state; without it, none is embedded. */
  readonly country?: string | undefined;
  /** The TeX that templates of that engine are set with. */
  readonly tex?: TexProgram | null | undefined;
};

/**
 * Renders and signs a certificate, the built-in one or that of a template: the job stores it as the issued original, and a new download sends it
 * (then with `copyOf`). The signature names the certificate's number as reason and the laboratory's address as
 * location, and covers the digital certificate (DCC) that an original has inside.
 * @throws TemplateError if the template cannot be filled or set
 */
export async function issueCertificatePdf(
  given: CertificateCase,
  key: KeyToSign,
  { template = null, country, tex }: IssueOptions = {}
): Promise<IssuedPdf> {
  const facts = template ? inLanguageOf(given, template) : given;
  const signing = signingFacts(key, key.signerName);
  const whole = { ...facts, signing };
  const rendered = await (template ? renderTemplate(whole, template, { tex }) : renderCertificate(whole));
  const digital = given.copyOf || country === undefined ? null : embeddedDcc({ ...given, signing, country }, key);
  const { context } = facts;
  const labels = certificateLabels(context.language);
  const signed = await signPdf(rendered.pdf, {
    privateKeyPem: key.privateKeyPem,
    certificatePem: key.certificatePem,
    chainPem: key.chainPem,
    reason: (isExternal(facts) ? labels.sign_reason_record : labels.sign_reason).replace(
      '{number}',
      () => context.certificate_number
    ),
    location: context.organization.address ?? context.organization.name,
    name: key.signerName,
    signedAt: facts.copyOf?.printedAt ?? facts.issuedAt,
    place: rendered.signature,
    timeStamps: key.timeStamps,
    attached: digital?.file,
    // Proofs are added where there is an authority to stamp them; copies are never continued.
    mayBeContinued: key.timeStamps !== undefined && !facts.copyOf
  });
  const warnings = [...(digital?.warnings ?? []), ...signed.warnings];
  const { pdf, profile } = signed;
  const contentSha256 = sha256Of(rendered.pdf, digital?.file?.bytes);
  return { pdf, sha256: sha256Of(pdf), contentSha256, pageCount: rendered.pageCount, profile, warnings };
}

function sha256Of(...parts: readonly (Uint8Array | undefined)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) if (part !== undefined) hash.update(part);
  return hash.digest('hex');
}

/** The same bytes as a download of it (use-cases/certificates/download-dcc.ts). The printed certificate is issued also if it cannot be written. */
function embeddedDcc(
  facts: DccFacts,
  key: KeyToSign
): { readonly file?: AttachedFile; readonly warnings: readonly string[] } {
  try {
    const bytes = new TextEncoder().encode(signDcc(writeDcc(facts), key));
    const { certificate_number: number } = facts.context;
    const file = {
      name: `${number}.xml`,
      mediaType: 'application/xml',
      description: `Digital calibration certificate ${number} (PTB DCC)`,
      bytes
    };
    return { file, warnings: [] };
  } catch (thrown) {
    return {
      warnings: [`No digital certificate inside: ${thrown instanceof Error ? thrown.message : String(thrown)}`]
    };
  }
}
