import { renderTemplate } from '#lib/server/certificates/templates/render-template.ts';
import { specimenFacts } from '#lib/server/certificates/templates/specimen.ts';
import type { PreviewOrder } from './print-order.ts';
import { refusingTemplates } from './refusing-templates.ts';

/** A template set as a preview, unsigned. @throws Refusal `certificate_failed` with the faults of the template */
export async function previewTemplatePdf(order: PreviewOrder): Promise<Uint8Array> {
  const { template, facts, specimenLanguage, timeZone } = order;
  const specimen = specimenFacts(specimenLanguage, timeZone);
  const whole = facts === null ? specimen : { ...facts, signing: specimen.signing };
  return (await refusingTemplates(renderTemplate(whole, template, true))).pdf;
}
