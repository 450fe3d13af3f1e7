/** Converts the form to a request for the engine, and such a request to a form. */
import type { AnalysisRequest, UncertaintyRequest } from '#lib/metrology/types.ts';
import type { Run } from '../rows/form-rows.ts';
import { capability } from '../sections/capability.ts';
import { conformity } from '../sections/conformity.ts';
import { contributions } from '../sections/contributions.ts';
import { coverage } from '../sections/coverage.ts';
import { fit } from '../sections/fit.ts';
import { furtherValues } from '../sections/further-values.ts';
import { inForce } from '../sections/in-force.ts';
import { indication } from '../sections/indication.ts';
import { monteCarlo } from '../sections/monte-carlo.ts';
import { points, pointsOf, readRuns } from '../sections/points.ts';
import { population } from '../sections/population.ts';
import { referenceStandard } from '../sections/reference.ts';
import { units } from '../sections/units.ts';
import { FieldReader, type FieldProblem } from '../typed/field-problem.ts';
import type { CalibrateForm } from './calibrate-form.ts';

export type BuiltAnalysis = {
  /** `null` while there is no valid point or another field is invalid: without it, the result would be different. */
  readonly request: AnalysisRequest | null;
  /** Only errors as found, while there is no as-left run or the curve's fields are invalid: shown, never saved. */
  readonly foundOnly: AnalysisRequest | null;
  /** The Monte Carlo trials to save with the request; run once, on saving. */
  readonly trials: UncertaintyRequest['monte_carlo'];
  readonly problems: readonly FieldProblem[];
  /** The rows that the points of the request came from. */
  readonly rowIds: Readonly<Record<Run, readonly number[]>>;
};

/**
 * The request of a form with points. Rows with a fault are reported and left out of the live result; an error in any
 * other field prevents the request. Texts are read with a decimal point or comma.
 */
export function buildAnalysis(form: CalibrateForm): BuiltAnalysis {
  const [rows, conditions, curve] = [new FieldReader(), new FieldReader(), new FieldReader()];
  const runs = readRuns(form, rows);
  const { verification_points, ...typed } = pointsOf(runs);
  const errors: AnalysisRequest = {
    ...typed,
    ...fit.toRequest(form, curve),
    ...inForce.toRequest(form, conditions),
    uncertainty: {
      ...coverage.toRequest(form, conditions),
      ...indication.toRequest(form, conditions),
      ...capability.toRequest(form, conditions),
      ...referenceStandard.toRequest(form, conditions),
      ...contributions.toRequest(form, conditions)
    },
    ...readStatement(form, conditions),
    ...units.toRequest(form, conditions)
  };
  const request: AnalysisRequest = {
    ...errors,
    ...(verification_points ? { verification_points } : {}),
    ...furtherValues.toRequest(form, conditions)
  };
  const { monte_carlo: trials } = monteCarlo.toRequest(form, conditions);
  const { left, found, check } = runs;
  const readable = conditions.problems.length === 0;
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

/** The population of instruments matters only if there are limits. */
function readStatement(form: CalibrateForm, reader: FieldReader): Pick<AnalysisRequest, 'conformity'> {
  const { conformity: statement } = conformity.toRequest(form, reader);
  return statement ? { conformity: { ...statement, ...population.toRequest(form, reader) } } : {};
}

/** Fills `form` from an analysis request, so that it produces the same request again. */
export function withRequest(form: CalibrateForm, request: AnalysisRequest): CalibrateForm {
  const { uncertainty } = request;
  let next_id = 0;
  const next = () => next_id++;
  return {
    ...form,
    ...referenceStandard.fromRequest(uncertainty, form, next),
    ...units.fromRequest(request, form, next),
    ...fit.fromRequest(request, form, next),
    ...coverage.fromRequest(uncertainty, form, next),
    ...indication.fromRequest(uncertainty, form, next),
    ...capability.fromRequest(uncertainty, form, next),
    ...conformity.fromRequest(request, form, next),
    ...population.fromRequest(request.conformity ?? {}, form, next),
    ...inForce.fromRequest(request, form, next),
    ...points.fromRequest(request, form, next),
    ...contributions.fromRequest(uncertainty, form, next),
    ...furtherValues.fromRequest(request, form, next),
    ...monteCarlo.fromRequest(uncertainty, form, next),
    next_id
  };
}
