/** The form that gave a queued record: a refused entry is corrected where it was made. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Contribution, FitRequest, Point, UncertaintyRequest } from '#lib/metrology/types.ts';
import {
  EMPTY_READING,
  emptyRow,
  COEFFICIENT_MODELS,
  OWN_LINES,
  type CalibrateForm,
  type ChosenReference,
  type CoefficientModel,
  type ContributionForm,
  type Reading
} from './calibrate-form.ts';
import { startNames } from './fit-options.ts';
import { numberText, toleranceText } from './form-defaults.ts';

/**
 * Fills `base` (a new form of the same asset) with what a record says. `reference` is the one that the record names, where the device
 * knows it. Rows carry no nominal values: a record does not keep the plan.
 */
export function formFromBody(
  body: CreateCalibrationBody,
  base: CalibrateForm,
  reference: ChosenReference | null
): CalibrateForm {
  const filled: CalibrateForm = {
    ...base,
    channel_id: body.channel_id ?? null,
    kind: body.kind,
    calibration_date: body.calibration_date,
    due_date: body.due_date ?? null,
    location_id: body.calibration_location_id ?? '',
    customer: { name: body.customer?.name ?? '', address: body.customer?.address ?? '' },
    lab: { name: body.lab_name ?? '', certificate_number: body.lab_certificate_number ?? '' },
    reference,
    environment: {
      temperature: numberText(body.environment?.temperature_c),
      humidity: numberText(body.environment?.relative_humidity_percent),
      pressure: numberText(body.environment?.pressure_kpa)
    },
    notes: body.notes ?? '',
    replaces_calibration_id: body.replaces_calibration_id ?? null
  };
  if (body.coefficients_only) return withCoefficients(filled, body.coefficients_only);
  return body.analysis ? withRequest(filled, body.analysis.request) : filled;
}

function withCoefficients(
  form: CalibrateForm,
  only: NonNullable<CreateCalibrationBody['coefficients_only']>
): CalibrateForm {
  return {
    ...form,
    external_content: 'coefficients',
    coefficients: {
      model: only.model in COEFFICIENT_MODELS ? (only.model as CoefficientModel) : 'polynomial',
      degree: String(Math.max(1, only.coefficients.length - 1)),
      values: only.coefficients.map(String)
    },
    stated: {
      uncertainty: String(only.expanded_uncertainty),
      k: String(only.coverage_factor),
      degrees_of_freedom: numberText(only.degrees_of_freedom)
    },
    unit: only.unit ?? '',
    measured_unit: only.measured_unit ?? ''
  };
}

function withRequest(
  form: CalibrateForm,
  request: NonNullable<CreateCalibrationBody['analysis']>['request']
): CalibrateForm {
  const { uncertainty, conformity, fit } = request;
  const found = request.as_found_points ?? [];
  const rows = Array.from({ length: Math.max(request.points.length, found.length, 1) }, (_, i) => ({
    ...emptyRow(i),
    left: readingOf(request.points[i]),
    found: readingOf(found[i])
  }));
  const contributions = (uncertainty.contributions ?? []).map((entry, i) => contributionOf(entry, rows.length + i));
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
    cmc: numberText(uncertainty.cmc),
    contributions,
    correlations: correlationsOf(uncertainty, contributions, rows.length + contributions.length),
    tolerance: (conformity?.tolerance ?? []).map(toleranceText),
    span: conformity?.span === undefined ? form.span : String(conformity.span),
    rule: conformity?.rule ?? form.rule,
    guard_band_factor: String(conformity?.guard_band_factor ?? 1),
    max_false_accept: percentText(conformity?.max_false_accept) ?? form.max_false_accept,
    target_pfa: percentText(conformity?.target_pfa) ?? form.target_pfa,
    judge: conformity?.judge ?? 'default',
    use_in_force: request.correction_in_force !== undefined && form.in_force !== null,
    adjusted: found.length > 0,
    rows,
    next_id: rows.length + contributions.length + (uncertainty.correlations?.length ?? 0)
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
    covariance: asked.covariance ?? 'default'
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

function percentText(probability: number | undefined): string | null {
  return probability === undefined ? null : String(Number((probability * 100).toPrecision(12)));
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

function readingOf(point: Point | undefined): Reading {
  if (point === undefined) return EMPTY_READING;
  return {
    reference: String(point.reference),
    measured: String(point.measured),
    u_reference: numberText(point.u_reference),
    u_measured: numberText(point.u_measured),
    excluded: false
  };
}

function contributionOf(entry: Contribution, id: number): ContributionForm {
  return {
    id,
    name: entry.name,
    source: entry.source ?? 'other',
    type: entry.type,
    distribution: entry.distribution,
    value: String(entry.value),
    value_kind: entry.value_kind ?? 'absolute',
    k: numberText(entry.k),
    beta: numberText(entry.beta ?? 0.5),
    acts_on: entry.acts_on,
    sensitivity: numberText(entry.sensitivity),
    degrees_of_freedom: numberText(entry.degrees_of_freedom)
  };
}
