import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { IssueOptions, KeyToSign } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { TemplateToRender } from '#lib/server/certificates/templates/render-template.ts';

/** A certificate to create. */
export type PrintOrder = IssueOptions & { readonly facts: CertificateCase; readonly key: KeyToSign };

/** A template to try, unsigned: on a calibration, or on the specimen in a language. */
export type PreviewOrder = {
  readonly template: TemplateToRender;
  readonly facts: CertificateCase | null;
  readonly specimenLanguage: NonNullable<TemplateToRender['language']>;
  readonly timeZone: string;
};
