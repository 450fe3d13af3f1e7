/** The degrees of a polynomial and of a rational function, as they are typed or chosen. */
import { DEGREES } from '#lib/metrology/models/degrees.ts';
import type { FieldReader } from './field-problem.ts';

type Part = keyof typeof DEGREES;
type Typed = Readonly<Record<Part, string>>;

/** What there is to choose from. */
export const degreeOptions = (part: Part): { value: string; label: string }[] => {
  const { min, max } = DEGREES[part];
  return Array.from({ length: max - min + 1 }, (_entry, i) => ({ value: String(min + i), label: String(min + i) }));
};

/** The degree as it is sent; undefined where it cannot be read, which is told to `reader` at `place`. */
export function readDegree(typed: Typed, part: Part, place: string, reader: FieldReader): number | undefined {
  return reader.number(`${place}.${part}`, typed[part], { required: true, whole: true, ...DEGREES[part] });
}

/** The degree that fields are shown for: the one typed, or 1 where it cannot be read. */
export function shownDegree(typed: Typed, part: Part): number {
  const value = Number(typed[part]);
  const { min, max } = DEGREES[part];
  return Number.isInteger(value) && value >= min && value <= max && typed[part].trim() !== '' ? value : 1;
}
