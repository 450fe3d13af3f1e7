/** Additional indications and values to evaluate on the curve. */
import type { AnalysisRequest, Reading } from '#lib/metrology/types.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import type { FitFields } from './fit.ts';
import type { Section } from './section.ts';

/** Additional indications to convert to values, and values to convert to indications; lists as typed. */
export type FurtherFields = { readonly evaluate_at: string; readonly inverse_at: string };

const MOST_VALUES = 1000;

/** Only of a curve: what was typed before is kept while the form has none, but not sent. */
export const furtherValues: Section<
  FurtherFields,
  Pick<AnalysisRequest, keyof FurtherFields>,
  FurtherFields & FitFields
> = {
  begin: () => ({ evaluate_at: '', inverse_at: '' }),
  toRequest: (form, reader) => {
    if (form.fit.model === 'none') return {};
    const evaluate_at = readReadings(form.evaluate_at, reader);
    const inverse_at = readParts('inverse_at', form.inverse_at, reader, (part) => reader.number('inverse_at', part));
    return { ...(evaluate_at ? { evaluate_at } : {}), ...(inverse_at ? { inverse_at } : {}) };
  },
  fromRequest: ({ evaluate_at = [], inverse_at = [] }) => ({
    evaluate_at: evaluate_at.map(readingText).join('; '),
    inverse_at: inverse_at.join('; ')
  })
};

/** With a standard uncertainty in brackets behind an indication that has one of its own: `10; 20,5 (0,02)`. */
function readReadings(text: string, reader: FieldReader): (number | Reading)[] | undefined {
  const field = 'evaluate_at';
  return readParts(field, text.replace(/\s*\(\s*/g, '(').replace(/\s+\)/g, ')'), reader, (part) => {
    const [, indication, own] = /^([^()]+)\(([^()]*)\)$/.exec(part) ?? [];
    const measured = reader.number(field, indication ?? part);
    if (own === undefined || measured === undefined) return measured;
    const u_measured = reader.number(field, own, { required: true, above: 0 });
    return u_measured === undefined ? undefined : { measured, u_measured };
  });
}

const readingText = (asked: number | Reading): string =>
  typeof asked === 'number' ? String(asked) : `${asked.measured} (${asked.u_measured})`;

/**
 * The items of a list, up to the first invalid one; undefined if the text is empty. Semicolons, spaces or line breaks
 * separate them, so that decimal commas are possible: `10; 20,5; 30`.
 */
function readParts<T>(
  field: keyof FurtherFields,
  text: string,
  reader: FieldReader,
  read: (part: string) => T | undefined
): T[] | undefined {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  if (parts.length > MOST_VALUES) return reader.refuse(field, 'too_many_values');
  const before = reader.problems.length;
  const values = parts.flatMap((part) => (reader.problems.length > before ? [] : (read(part) ?? [])));
  return values.length === 0 ? undefined : values;
}
