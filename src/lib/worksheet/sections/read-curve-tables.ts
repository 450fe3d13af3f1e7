/** What is asked of the curve beside its points: lists of numbers, the correction in force, and trials. */
import { centerOf } from '#lib/metrology/models/table.ts';
import type { AnalysisRequest, Reading, UncertaintyRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { readCurve } from '../typed/coefficient-curve.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';

const MOST_VALUES = 1000;
type ListField = 'evaluate_at' | 'inverse_at';

/** The correction that the instrument was used with: of a calibration here, typed, or its nominal characteristic; undefined where there was none. */
export function readInForce(form: CalibrateForm, reader: FieldReader): AnalysisRequest['correction_in_force'] {
  if (form.use_in_force && form.in_force !== null) return form.in_force.curve;
  const { used, curve } = form.typed_in_force;
  if (!used) return form.use_nominal ? (form.nominal ?? undefined) : undefined;
  const read = readCurve(curve, 'typed_in_force', reader);
  const center = centerOf(curve.model, form.unit.trim() || undefined);
  return defined({ ...read, center: center === 0 ? undefined : center });
}

/**
 * Numbers apart by semicolons, blanks or lines, so that a decimal comma stays one: `10; 20,5; 30`. Undefined where the text is
 * empty; what cannot be read is told to `reader`.
 */
export function readList(field: ListField, text: string, reader: FieldReader): number[] | undefined {
  return readParts(field, text, reader, (part) => reader.number(field, part));
}

/** The same with a standard uncertainty in brackets behind an indication that has one of its own: `10; 20,5 (0,02)`. */
export function readReadings(text: string, reader: FieldReader): (number | Reading)[] | undefined {
  const field = 'evaluate_at';
  return readParts(field, text.replace(/\s*\(\s*/g, '(').replace(/\s+\)/g, ')'), reader, (part) => {
    const [, indication, own] = /^([^()]+)\(([^()]*)\)$/.exec(part) ?? [];
    const measured = reader.number(field, indication ?? part);
    if (own === undefined || measured === undefined) return measured;
    const u_measured = reader.number(field, own, { required: true, above: 0 });
    return u_measured === undefined ? undefined : { measured, u_measured };
  });
}

/** An indication as `readReadings` takes it. */
export const readingText = (asked: number | Reading): string =>
  typeof asked === 'number' ? String(asked) : `${asked.measured} (${asked.u_measured})`;

/** What the parts of a list say, up to the first that cannot be read. */
function readParts<T>(
  field: ListField,
  text: string,
  reader: FieldReader,
  read: (part: string) => T | undefined
): T[] | undefined {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  if (parts.length > MOST_VALUES) {
    reader.refuse(field, 'too_many_values');
    return undefined;
  }
  const before = reader.problems.length;
  const values = parts.flatMap((part) => (reader.problems.length > before ? [] : (read(part) ?? [])));
  return values.length === 0 ? undefined : values;
}

/** The trials that are saved with the calibration; undefined where none are. */
export function readTrials(form: CalibrateForm, reader: FieldReader): UncertaintyRequest['monte_carlo'] {
  const { wanted, trials, seed } = form.monte_carlo;
  if (!wanted) return undefined;
  const bounds = { required: true, whole: true };
  const drawn =
    trials === 'adaptive' ? trials : reader.number('monte_carlo.trials', trials, { ...bounds, min: 1000, max: 1e7 });
  const from = reader.number('monte_carlo.seed', seed, { ...bounds, min: 0, max: Number.MAX_SAFE_INTEGER });
  return drawn === undefined || from === undefined ? undefined : { trials: drawn, seed: from };
}
