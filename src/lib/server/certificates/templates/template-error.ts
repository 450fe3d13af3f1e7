/** What is wrong in a template, at its own line (from 1). */
export type TemplateFault = { readonly line: number; readonly message: string };

/** A template that cannot be filled or set: its author has to change it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly faults: readonly TemplateFault[];

  constructor(line: number, message: string);
  constructor(faults: readonly TemplateFault[]);
  constructor(first: number | readonly TemplateFault[], message = '') {
    const faults = typeof first === 'number' ? [{ line: first, message }] : first;
    super(faults.map((fault) => `line ${fault.line}: ${fault.message}`).join('; '));
    this.faults = faults;
  }
}
