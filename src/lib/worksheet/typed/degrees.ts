/** The degrees of a polynomial and of a rational function, as they are typed or chosen. */
import { DEGREES } from '#lib/metrology/models/degrees.ts';
import type { FieldReader } from './field-problem.ts';

type Part = keyof typeof DEGREES;
type Typed = Readonly<Record<Part, string>>;

/** The options. */
export const degreeOptions = (part: Part): { value: string; label: string }[] => {
  const { min, max } = DEGREES[part];
  return Array.from({ length: max - min + 1 }, (_entry, i) => ({ value: String(min + i), label: String(min + i) }));
};

/** The degree to send; undefined if it is invalid, which is reported to `reader` at `place`. */
export function readDegree(typed: Typed, part: Part, place: string, reader: FieldReader): number | undefined {
  return reader.number(`${place}.${part}`, typed[part], { required: true, whole: true, ...DEGREES[part] });
}

/** The degree for which fields are shown: the typed one, or 1 if it is invalid. */
export function shownDegree(typed: Typed, part: Part): number {
  const value = Number(typed[part]);
  const { min, max } = DEGREES[part];
  return Number.isInteger(value) && value >= min && value <= max && typed[part].trim() !== '' ? value : 1;
}
