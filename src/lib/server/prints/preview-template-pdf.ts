import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import { renderTemplate, type RenderedTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { specimenFacts } from '#lib/server/certificates/templates/specimen.ts';
import type { PreviewOrder, WithTex } from './print-order.ts';
import { refusingTemplates } from './refusing-templates.ts';

/** An unsigned PDF, and what has set it. */
export type TriedTemplate = Pick<RenderedTemplate, 'pdf' | 'engine'>;

/** A template set as a preview. @throws Refusal `certificate_failed` with the faults of the template */
export async function previewTemplatePdf(order: WithTex<PreviewOrder>): Promise<TriedTemplate> {
  const { template, facts, specimenLanguage, timeZone, tex } = order;
  const specimen = specimenFacts(specimenLanguage, timeZone);
  const whole =
    facts === null
      ? specimen
      : { ...facts, signing: { ...specimen.signing, name: laboratoryName(facts.context.organization) } };
  // What the last trial used says nothing about this one.
  const tried = renderTemplate(whole, { ...template, engine: undefined }, { isPreview: true, tex });
  const { pdf, engine } = await refusingTemplates(tried);
  return { pdf, engine };
}
