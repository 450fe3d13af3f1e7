import { templateFault, type FaultCode, type FaultValues, type TemplateFault } from '../template-faults.ts';

/** A template that cannot be filled or set: its author has to change it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly faults: readonly TemplateFault[];

  constructor(faults: readonly TemplateFault[]) {
    super(faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('; '));
    this.faults = faults;
  }
}

export const templateError = (line: number, code: FaultCode, values?: FaultValues): TemplateError =>
  new TemplateError([templateFault(line, code, values)]);
