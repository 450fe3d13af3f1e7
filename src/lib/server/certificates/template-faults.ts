/** What can be wrong in a template: by a code, with words in each language (template_faults.json of i18n); the API has those in English. */
import english from '#lib/i18n/en/template_faults.json' with { type: 'json' };

export type FaultCode = keyof typeof english;
/** What the words name: commands as they are written, numbers, what was given. */
export type FaultValues = Readonly<Record<string, string | number>>;

/** At a line, from 1. */
export type TemplateFault = {
  readonly line: number;
  readonly code: FaultCode;
  readonly values: Readonly<Record<string, string>>;
  /** In English. */
  readonly message: string;
};

/** A value may be a piece of the source: longer ones are of no use in a sentence. */
const LONGEST_VALUE = 300;

export function templateFault(line: number, code: FaultCode, details: FaultValues = {}): TemplateFault {
  const values = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, String(value).slice(0, LONGEST_VALUE)])
  );
  const message = english[code].replace(/\{(\w+)\}/gu, (_, name: string) => values[name] ?? '');
  return { line, code, values, message };
}
