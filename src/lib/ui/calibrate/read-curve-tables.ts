/** What is asked of the curve beside its points: lists of numbers, the correction in force, and trials. */
import { kelvinAtZero } from '#lib/metrology/plan.ts';
import type { AnalysisRequest, UncertaintyRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { readCurve } from './coefficient-curve.ts';
import { defined } from './defined.ts';
import type { FieldReader } from './field-problem.ts';

const MOST_VALUES = 1000;

/** The correction that the instrument was used with: of a calibration here, or typed; undefined where there was none. */
export function readInForce(form: CalibrateForm, reader: FieldReader): AnalysisRequest['correction_in_force'] {
  if (form.use_in_force && form.in_force !== null) return form.in_force.curve;
  const { used, curve } = form.typed_in_force;
  if (!used) return undefined;
  const read = readCurve(curve, 'typed_in_force', reader);
  const center = curve.model === 'steinhart_hart' ? kelvinAtZero(form.unit.trim() || undefined) : 0;
  return defined({ ...read, center: center === 0 ? undefined : center });
}

/**
 * Numbers apart by semicolons, blanks or lines, so that a decimal comma stays one: `10; 20,5; 30`. Undefined where the text is
 * empty; what cannot be read is told to `reader`.
 */
export function readList(field: 'evaluate_at' | 'inverse_at', text: string, reader: FieldReader): number[] | undefined {
  const parts = text.split(/[;\s]+/).filter((part) => part !== '');
  if (parts.length > MOST_VALUES) {
    reader.refuse(field, 'too_many_values');
    return undefined;
  }
  const before = reader.problems.length;
  const values = parts.flatMap((part) => (reader.problems.length > before ? [] : (reader.number(field, part) ?? [])));
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
