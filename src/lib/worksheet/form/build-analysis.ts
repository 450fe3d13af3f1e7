/** From the form as typed to the request that the engine computes. */
import { MAX_POINTS_SAVED, type AnalysisRequest, type UncertaintyRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from './calibrate-form.ts';
import { FieldReader, type FieldProblem } from '../typed/field-problem.ts';
import type { Run } from '../rows/form-rows.ts';
import { readConformity } from '../sections/read-conformity.ts';
import { readInForce, readList, readReadings, readTrials } from '../sections/read-curve-tables.ts';
import { readFit } from '../sections/read-fit.ts';
import { readRun, type RunPoints } from '../sections/read-points.ts';
import { readUncertainty } from '../sections/read-uncertainty.ts';

const NO_POINTS: RunPoints = { points: [], ids: [] };

export type BuiltAnalysis = {
  /** `null` while there is no readable point or a condition cannot be read: a result without it would be another one. */
  readonly request: AnalysisRequest | null;
  /** Errors as found alone, while no as-left run is typed or the curve asked for cannot be read: shown, never saved. */
  readonly foundOnly: AnalysisRequest | null;
  /** Trials that the request is to be saved with; drawn once, when it is saved. */
  readonly trials: UncertaintyRequest['monte_carlo'];
  readonly problems: readonly FieldProblem[];
  /** The rows that the points of the request came from. */
  readonly rowIds: Readonly<Record<Run, readonly number[]>>;
};

/**
 * The request of a form with points. Rows with a fault are reported and left out of the live result; a fault anywhere else
 * withholds the request. Texts are read with a decimal point or comma.
 */
export function buildAnalysis(form: CalibrateForm): BuiltAnalysis {
  const rows = new FieldReader();
  const left = readRun(form, 'left', rows);
  const found = form.adjusted ? readRun(form, 'found', rows) : NO_POINTS;
  const check = form.verified ? readRun(form, 'check', rows) : NO_POINTS;
  if (Math.max(form.rows.length, form.checks.length) > MAX_POINTS_SAVED) rows.refuse('rows', 'too_many_points');
  const conditions = new FieldReader();
  const curve = new FieldReader();
  const fit = readFit(form, curve);
  const uncertainty = readUncertainty(form, conditions);
  const conformity = readConformity(form, conditions);
  const inForce = readInForce(form, conditions);
  const evaluate_at = readReadings(form.evaluate_at, conditions);
  const inverse_at = readList('inverse_at', form.inverse_at, conditions);
  const trials = readTrials(form, conditions);
  const readable = conditions.problems.length === 0;
  const errors: AnalysisRequest = {
    points: left.points,
    ...(found.points.length > 0 ? { as_found_points: found.points } : {}),
    fit,
    ...(inForce ? { correction_in_force: inForce } : {}),
    uncertainty,
    ...(conformity ? { conformity } : {}),
    ...(form.unit.trim() ? { unit: form.unit.trim() } : {}),
    ...(form.measured_unit.trim() ? { measured_unit: form.measured_unit.trim() } : {})
  };
  const request: AnalysisRequest = {
    ...errors,
    ...(check.points.length > 0 ? { verification_points: check.points } : {}),
    ...(evaluate_at ? { evaluate_at } : {}),
    ...(inverse_at ? { inverse_at } : {})
  };
  const whole = curve.problems.length === 0 && left.points.length > 0;
  const shown = left.points.length > 0 ? left.points : found.points;
  return {
    request: readable && whole ? request : null,
    foundOnly: readable && !whole && shown.length > 0 ? { ...errors, points: shown, fit: { model: 'none' } } : null,
    trials,
    problems: [...curve.problems, ...conditions.problems, ...rows.problems],
    rowIds: { left: left.ids, found: found.ids, check: check.ids }
  };
}
