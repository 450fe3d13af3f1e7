import type { Language } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal, type InputFault } from '#lib/laboratory/refusal.ts';
import type { CertificateCase } from '#lib/server/certificates/certificate-facts.ts';
import type { TemplateToRender } from '#lib/server/certificates/templates/render-template.ts';
import type { TemplateFault } from '#lib/server/certificates/template-faults.ts';
import type { TriedTemplate } from '#lib/server/prints/preview-template-pdf.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

export type Trial = {
  /** Null: the specimen. */
  readonly facts: CertificateCase | null;
  /** Of the specimen, if the template has none. */
  readonly language: Language;
};

/**
 * Sets a template as a preview, by the embedded engine if its subset suffices, else by an installed TeX.
 * @throws InvalidInput with a line of the source for each fault; Refusal `too_many_requests`
 */
export async function tryTemplate(
  { prints }: Services,
  actor: PersonActor,
  template: TemplateToRender,
  { facts, language }: Trial,
  signal?: AbortSignal
): Promise<TriedTemplate> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return await prints.preview(actor.userId, { template, facts, specimenLanguage: language, timeZone }, signal);
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'certificate_failed') throw thrown;
    const faults = (thrown.context?.['faults'] ?? []) as readonly TemplateFault[];
    const [first, ...others] = faults.map(({ line, code, values, message }): InputFault => {
      return { loc: ['body', 'source', `line ${line}`], type: `template.${code}`, msg: message, context: values };
    });
    throw new InvalidInput([first ?? { loc: ['body', 'source'], type: 'template', msg: thrown.message }, ...others]);
  }
}
