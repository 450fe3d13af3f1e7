/** From the form as typed to the request that the engine computes. */
import type { AnalysisRequest, Point } from '#lib/metrology/types.ts';
import { isBlank, type CalibrateForm, type Run } from './calibrate-form.ts';
import { FieldReader, type FieldProblem } from './field-problem.ts';
import { isWeighted } from './fit-options.ts';
import { readConformity } from './read-conformity.ts';
import { readFit } from './read-fit.ts';
import { readUncertainty } from './read-uncertainty.ts';

export const MOST_POINTS_SAVED = 10_000;

export type BuiltAnalysis = {
  /** `null` while there is no readable point or a condition cannot be read: a result without it would be another one. */
  readonly request: AnalysisRequest | null;
  /** Errors as found alone, while no as-left run is typed or the curve asked for cannot be read: shown, never saved. */
  readonly foundOnly: AnalysisRequest | null;
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
  const found = form.adjusted ? readRun(form, 'found', rows) : { points: [], ids: [] };
  if (form.rows.length > MOST_POINTS_SAVED) rows.refuse('rows', 'too_many_points');
  const conditions = new FieldReader();
  const curve = new FieldReader();
  const fit = readFit(form, curve);
  const uncertainty = readUncertainty(form, conditions);
  const conformity = readConformity(form, conditions);
  const readable = conditions.problems.length === 0;
  const request: AnalysisRequest = {
    points: left.points,
    ...(found.points.length > 0 ? { as_found_points: found.points } : {}),
    fit,
    ...(form.use_in_force && form.in_force !== null ? { correction_in_force: form.in_force.curve } : {}),
    uncertainty,
    ...(conformity ? { conformity } : {}),
    ...(form.unit.trim() ? { unit: form.unit.trim() } : {}),
    ...(form.measured_unit.trim() ? { measured_unit: form.measured_unit.trim() } : {})
  };
  const whole = curve.problems.length === 0 && left.points.length > 0;
  const shown = left.points.length > 0 ? left.points : found.points;
  return {
    request: readable && whole ? request : null,
    foundOnly: readable && !whole && shown.length > 0 ? { ...request, points: shown, fit: { model: 'none' } } : null,
    problems: [...curve.problems, ...conditions.problems, ...rows.problems],
    rowIds: { left: left.ids, found: found.ids }
  };
}

function readRun(
  form: CalibrateForm,
  run: Run,
  reader: FieldReader
): { points: readonly Point[]; ids: readonly number[] } {
  const points: Point[] = [];
  const ids: number[] = [];
  const weighted = run === 'left' && isWeighted(form.fit);
  const groups = groupsByNominal(form, run);
  for (const row of form.rows) {
    const reading = row[run];
    if (isBlank(reading) || reading.excluded) continue;
    const place = `rows.${row.id}.${run}`;
    const before = reader.problems.length;
    const reference = reader.number(`${place}.reference`, reading.reference);
    const measured = reader.number(`${place}.measured`, reading.measured);
    const u_reference = weighted ? reader.number(`${place}.u_reference`, reading.u_reference, { above: 0 }) : undefined;
    const u_measured = weighted ? reader.number(`${place}.u_measured`, reading.u_measured, { above: 0 }) : undefined;
    if (reader.problems.length > before) continue;
    if (reference === undefined || measured === undefined) {
      reader.refuse(`${place}.${reference === undefined ? 'reference' : 'measured'}`, 'half_point');
      continue;
    }
    const group = groups?.get(row.nominal.trim());
    points.push({
      reference,
      measured,
      ...(u_reference === undefined ? {} : { u_reference }),
      ...(u_measured === undefined ? {} : { u_measured }),
      ...(group === undefined ? {} : { group })
    });
    ids.push(row.id);
  }
  return { points, ids };
}

/** Rows of one nominal value are repeats of it (rising and falling, or several readings), however the reference drifted meanwhile. */
function groupsByNominal(form: CalibrateForm, run: Run): ReadonlyMap<string, number> | null {
  const nominals = form.rows.filter((row) => !isBlank(row[run]) && !row[run].excluded).map((row) => row.nominal.trim());
  const distinct = [...new Set(nominals)];
  if (distinct.includes('') || distinct.length === nominals.length) return null;
  return new Map(distinct.map((nominal, i) => [nominal, i]));
}
