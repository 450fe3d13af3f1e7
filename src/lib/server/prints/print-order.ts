import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { IssueOptions, KeyToSign } from '#lib/server/certificates/issue-certificate-pdf.ts';
import type { TexProgram } from '#lib/server/certificates/tex/find-tex.ts';
import type { TemplateToRender } from '#lib/server/certificates/templates/render-template.ts';

/** A certificate to create. */
export type PrintOrder = Omit<IssueOptions, 'tex'> & { readonly facts: CertificateCase; readonly key: KeyToSign };

/** What a thread is given, with the TeX of this server. */
export type WithTex<Order> = Order & { readonly tex: TexProgram | null };

/** A template to try, unsigned: on a calibration, or on the specimen in a language. */
export type PreviewOrder = {
  readonly template: TemplateToRender;
  readonly facts: CertificateCase | null;
  readonly specimenLanguage: NonNullable<TemplateToRender['language']>;
  readonly timeZone: string;
};
