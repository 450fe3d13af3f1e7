import { Refusal } from '#lib/laboratory/refusal.ts';
import { TemplateError } from '#lib/server/certificates/templates/template-error.ts';

/** A template's faults as a refusal, which can leave a thread. @throws Refusal `certificate_failed` with `faults` */
export async function refusingTemplates<Made>(work: Promise<Made>): Promise<Made> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof TemplateError)) throw thrown;
    const [first] = thrown.faults;
    const message = `The template cannot set this certificate. Line ${first?.line ?? 1}: ${first?.message ?? ''}`;
    throw new Refusal('certificate_failed', message, { faults: thrown.faults });
  }
}
