/** From the form as typed to the request that the engine computes. */
import type {
  AnalysisRequest,
  ConformityRequest,
  Contribution,
  FitRequest,
  Point,
  ReferenceStandard,
  TolerancePart,
  UncertaintyRequest
} from '#lib/metrology/types.ts';
import { isBlank, type CalibrateForm, type Run } from './calibrate-form.ts';
import { FieldReader, type FieldProblem } from './field-problem.ts';

export const MOST_POINTS_SAVED = 10_000;

export type BuiltAnalysis = {
  /** `null` while there is no readable point or a condition cannot be read: a result without it would be another one. */
  readonly request: AnalysisRequest | null;
  /** The as-found run alone, while nothing of the as-left run is typed: shown, never saved. */
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
  const fit = readFit(form, conditions);
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
  return {
    request: readable && left.points.length > 0 ? request : null,
    foundOnly:
      readable && left.points.length === 0 && found.points.length > 0
        ? { ...request, points: found.points, fit: { model: 'none' } }
        : null,
    problems: [...conditions.problems, ...rows.problems],
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
  const weighted = run === 'left' && form.fit.method === 'wls' && form.fit.model !== 'none';
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

function readFit(form: CalibrateForm, reader: FieldReader): FitRequest {
  const { model, degree, method, covariance } = form.fit;
  if (model === 'none') return { model };
  const wanted =
    model !== 'polynomial'
      ? undefined
      : degree === 'auto'
        ? ('auto' as const)
        : reader.number('fit.degree', degree, { required: true, whole: true, min: 1, max: 10 });
  return {
    model,
    ...(wanted === undefined ? {} : { degree: wanted }),
    method,
    ...(covariance === 'default' ? {} : { covariance })
  };
}

function readUncertainty(form: CalibrateForm, reader: FieldReader): UncertaintyRequest {
  const coverage =
    form.coverage.by === 'k'
      ? { coverage_factor: reader.number('coverage', form.coverage.k, { required: true, above: 0 }) }
      : { coverage_probability: probability(reader, form.coverage.percent) };
  const readings = reader.number('readings_averaged', form.readings_averaged, { whole: true, min: 1, max: 1_000_000 });
  const contributions = form.contributions.map((entry) => readContribution(entry, reader));
  return defined({
    ...coverage,
    resolution: reader.number('resolution', form.resolution, { min: 0 }),
    count_resolution: form.count_resolution ? true : undefined,
    readings_averaged: readings === 1 ? undefined : readings,
    cmc: reader.number('cmc', form.cmc, { min: 0 }),
    reference_standard: readReference(form, reader),
    contributions: contributions.length > 0 ? contributions : undefined
  });
}

function probability(reader: FieldReader, percent: string): number | undefined {
  const value = reader.number('coverage', percent, { required: true, above: 0, max: 99.9999 });
  return value === undefined ? undefined : Number((value / 100).toPrecision(12));
}

function readReference(form: CalibrateForm, reader: FieldReader): ReferenceStandard | undefined {
  if (form.kind === 'internal') {
    if (form.reference === null) return undefined;
    const { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom } = form.reference;
    return { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom };
  }
  const expanded = reader.number('stated.uncertainty', form.stated.uncertainty, { min: 0 });
  const k = reader.number('stated.k', form.stated.k, { above: 0 });
  const nu = reader.number('stated.degrees_of_freedom', form.stated.degrees_of_freedom, { above: 0 });
  if (expanded === undefined) return undefined;
  return {
    expanded_uncertainty: expanded,
    coverage_factor: k ?? 2,
    ...(nu === undefined ? {} : { degrees_of_freedom: nu })
  };
}

function readContribution(entry: CalibrateForm['contributions'][number], reader: FieldReader): Contribution {
  const place = `contributions.${entry.id}`;
  if (entry.name.trim() === '') reader.refuse(`${place}.name`, 'missing');
  return defined({
    name: entry.name.trim(),
    source: entry.source,
    type: entry.type,
    distribution: entry.distribution,
    value: reader.number(`${place}.value`, entry.value, { required: true, min: 0 }) ?? 0,
    value_kind: entry.value_kind,
    k: entry.distribution === 'normal' ? reader.number(`${place}.k`, entry.k, { above: 0 }) : undefined,
    acts_on: entry.acts_on,
    sensitivity: reader.number(`${place}.sensitivity`, entry.sensitivity),
    degrees_of_freedom: reader.number(`${place}.degrees_of_freedom`, entry.degrees_of_freedom, {
      required: entry.type === 'A',
      above: 0
    })
  });
}

function readConformity(form: CalibrateForm, reader: FieldReader): ConformityRequest | undefined {
  const tolerance: TolerancePart[] = [];
  form.tolerance.forEach((part, i) => {
    const lower = reader.number(`tolerance.${i}.lower`, part.lower);
    const upper = reader.number(`tolerance.${i}.upper`, part.upper);
    if (lower !== undefined && upper !== undefined && lower > upper)
      reader.refuse(`tolerance.${i}.lower`, 'tolerance_order');
    if (lower !== undefined || upper !== undefined) {
      tolerance.push({ kind: part.kind, lower: lower ?? null, upper: upper ?? null });
    }
  });
  if (tolerance.length === 0) return undefined;
  const spanned = tolerance.some((part) => part.kind === 'percent_of_span');
  return defined({
    tolerance,
    span: spanned ? reader.number('span', form.span, { required: true, above: 0 }) : undefined,
    judge: form.judge === 'default' ? undefined : form.judge,
    rule: form.rule,
    guard_band_factor:
      form.rule === 'guard_band'
        ? (reader.number('guard_band_factor', form.guard_band_factor, { min: -1, max: 10 }) ?? 1)
        : undefined
  });
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> | (undefined extends T[K] ? undefined : never) };

/** The object without its undefined members: they would travel as nothing, but be counted by comparisons. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
