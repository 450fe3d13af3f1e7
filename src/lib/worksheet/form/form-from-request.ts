/** The form that gives an analysis again, as it was asked. */
import { modelOf } from '#lib/metrology/models/table.ts';
import type {
  AnalysisRequest,
  Contribution,
  CorrectionCurve,
  FitRequest,
  Population,
  UncertaintyRequest
} from '#lib/metrology/types.ts';
import { OWN_LINES, type CalibrateForm, type ContributionForm } from './calibrate-form.ts';
import { capabilityTexts } from '../sections/capability-text.ts';
import { curveForm, NEW_CURVE } from '../typed/coefficient-curve.ts';
import { startNames } from '../sections/fit-options.ts';
import { toleranceText } from './form-defaults.ts';
import { numberText } from '../typed/number-text.ts';
import { repeatsChoiceOf, rowsOfChecks, rowsOfPoints } from '../sections/rows-from-points.ts';
import { readingText } from '../sections/read-curve-tables.ts';
import { takesFactor } from '../sections/read-uncertainty.ts';

/** Fills `form` with what an analysis asked. */
export function withRequest(form: CalibrateForm, request: AnalysisRequest): CalibrateForm {
  const { uncertainty, conformity, fit } = request;
  const rows = rowsOfPoints(request);
  const checks = rowsOfChecks(request, rows.length);
  let next = rows.length + checks.length;
  const contributions = (uncertainty.contributions ?? []).map((entry) => contributionOf(entry, next++));
  const correlations = correlationsOf(uncertainty, contributions, next);
  const standard = form.kind === 'external' ? uncertainty.reference_standard : undefined;
  return {
    ...form,
    ...(standard
      ? {
          stated: {
            uncertainty: String(standard.expanded_uncertainty),
            k: String(standard.coverage_factor),
            degrees_of_freedom: numberText(standard.degrees_of_freedom)
          }
        }
      : {}),
    unit: request.unit ?? '',
    measured_unit: request.measured_unit ?? '',
    fit: fitOf(fit, form.fit),
    coverage: coverageOf(uncertainty, form.coverage),
    resolution: numberText(uncertainty.resolution),
    count_resolution: uncertainty.count_resolution ?? false,
    readings_averaged: String(uncertainty.readings_averaged ?? 1),
    ...capabilityTexts(uncertainty.cmc),
    contributions,
    correlations,
    tolerance: (conformity?.tolerance ?? []).map(toleranceText),
    span: conformity?.span === undefined ? form.span : String(conformity.span),
    rule: conformity?.rule ?? form.rule,
    guard_band_factor: String(conformity?.guard_band_factor ?? 1),
    max_false_accept: percentText(conformity?.max_false_accept) ?? form.max_false_accept,
    target_pfa: percentText(conformity?.target_pfa) ?? form.target_pfa,
    population: populationOf(conformity?.population, form.population),
    judge: conformity?.judge ?? 'default',
    ...inForceOf(form, request.correction_in_force),
    adjusted: request.as_found_points !== undefined,
    rows,
    checks,
    verified: checks.length > 0,
    directions: rows.some(({ direction }) => direction !== ''),
    repeats: repeatsChoiceOf(request),
    evaluate_at: (request.evaluate_at ?? []).map(readingText).join('; '),
    inverse_at: (request.inverse_at ?? []).join('; '),
    monte_carlo: trialsOf(uncertainty, form.monte_carlo),
    next_id: next + correlations.length
  };
}

function fitOf(asked: FitRequest, base: CalibrateForm['fit']): CalibrateForm['fit'] {
  const fit: CalibrateForm['fit'] = {
    model: asked.model,
    degree: String(asked.degree ?? 'auto'),
    numerator: String(asked.numerator ?? base.numerator),
    denominator: String(asked.denominator ?? base.denominator),
    expression: asked.expression ?? '',
    start: {},
    method: asked.method ?? 'ols',
    // What is known where uncertainties are stated is the default of every method that has them.
    covariance: asked.covariance === 'scatter' ? 'scatter' : 'default',
    correlation: {
      reference_measured: numberText(asked.correlation?.reference_measured),
      references: numberText(asked.correlation?.references),
      readings: numberText(asked.correlation?.readings)
    }
  };
  const names = startNames(fit);
  return { ...fit, start: Object.fromEntries((asked.start ?? []).map((value, i) => [names[i] ?? '', String(value)])) };
}

function coverageOf(asked: UncertaintyRequest, base: CalibrateForm['coverage']): CalibrateForm['coverage'] {
  return {
    by: asked.coverage_factor === undefined ? 'p' : 'k',
    percent: percentText(asked.coverage_probability) ?? base.percent,
    k: asked.coverage_factor === undefined ? base.k : String(asked.coverage_factor),
    dominant: asked.coverage_method === 'ea_dominant',
    truncate: asked.dof_rounding === 'truncate'
  };
}

function populationOf(asked: Population | undefined, base: CalibrateForm['population']): CalibrateForm['population'] {
  if (asked === undefined) return { ...base, by: 'none' };
  return {
    by: asked.in_tolerance === undefined ? 'deviation' : 'share',
    share: percentText(asked.in_tolerance) ?? base.share,
    deviation: numberText(asked.standard_deviation),
    mean: numberText(asked.mean)
  };
}

function percentText(probability: number | undefined): string | null {
  return probability === undefined ? null : String(Number((probability * 100).toPrecision(12)));
}

/** A curve of a calibration stays the one that was named, whatever is in force today; one that was typed is typed again. */
function inForceOf(
  { in_force, typed_in_force, nominal }: CalibrateForm,
  asked: CorrectionCurve | undefined
): Pick<CalibrateForm, 'in_force' | 'use_in_force' | 'use_nominal' | 'typed_in_force'> {
  const typed = { used: false, curve: typed_in_force.curve };
  const use_nominal = false;
  if (asked !== undefined && JSON.stringify(asked) === JSON.stringify(nominal)) {
    return { in_force, use_in_force: false, use_nominal: true, typed_in_force: typed };
  }
  if (asked === undefined) return { in_force, use_in_force: false, use_nominal, typed_in_force: typed };
  const plain =
    (asked.scale ?? 1) === 1 && (modelOf(asked.model).temperatures === 'absolute' || (asked.center ?? 0) === 0);
  if (asked.calibration_id === undefined && plain) {
    return { in_force, use_in_force: false, use_nominal, typed_in_force: { used: true, curve: curveForm(asked) } };
  }
  const same = in_force !== null && in_force.curve.calibration_id === asked.calibration_id;
  return {
    in_force: { version: same ? in_force.version : null, curve: asked },
    use_in_force: true,
    use_nominal,
    typed_in_force: { used: false, curve: NEW_CURVE }
  };
}

function trialsOf({ monte_carlo: asked }: UncertaintyRequest, base: CalibrateForm['monte_carlo']) {
  if (asked === undefined) return { ...base, wanted: false };
  return { wanted: true, trials: String(asked.trials), seed: String(asked.seed) };
}

function correlationsOf(
  { correlations = [] }: UncertaintyRequest,
  contributions: readonly ContributionForm[],
  from: number
): CalibrateForm['correlations'] {
  const keyOf = (name: string) => {
    if (OWN_LINES.some((line) => line === name)) return name;
    const own = contributions.find((entry) => entry.name === name);
    return own === undefined ? name : `#${own.id}`;
  };
  return correlations.map(({ a, b, r }, i) => ({ id: from + i, a: keyOf(a), b: keyOf(b), r: String(r) }));
}

function contributionOf(entry: Contribution, id: number): ContributionForm {
  // A factor k of another than a normal value is what its divisor says.
  const factor = takesFactor(entry);
  return {
    id,
    name: entry.name,
    source: entry.source ?? 'other',
    type: entry.type,
    distribution: entry.distribution,
    value: String(entry.value),
    value_kind: entry.value_kind ?? 'absolute',
    k: factor ? numberText(entry.k) : '',
    divisor: numberText(entry.divisor ?? (factor ? undefined : entry.k)),
    beta: numberText(entry.beta ?? (entry.distribution === 'trapezoidal' ? 0 : 0.5)),
    acts_on: entry.acts_on,
    sensitivity: numberText(entry.sensitivity),
    degrees_of_freedom: numberText(entry.degrees_of_freedom)
  };
}
