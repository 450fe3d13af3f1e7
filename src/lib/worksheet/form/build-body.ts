/** From the form to the record that is queued and sent. */
import type { CreateCalibrationBody, ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { ENVIRONMENT, lastPossibleDay } from '#lib/laboratory/plausibility.ts';
import { isDay } from '#lib/laboratory/calendar-day.ts';
import { hasPoints, type CalibrateForm } from './calibrate-form.ts';
import { readCurve } from '../typed/coefficient-curve.ts';
import { FieldReader, type FieldProblem } from '../typed/field-problem.ts';

export type BuiltBody =
  | { readonly body: CreateCalibrationBody; readonly problems: readonly [] }
  | { readonly body: null; readonly problems: readonly FieldProblem[] };

export type BodyParts = {
  readonly form: CalibrateForm;
  /** What the engine computed from this very form; not needed for coefficients only. */
  readonly analysis: { readonly request: AnalysisRequest; readonly result: AnalysisResult } | null;
  /** Problems that the analysis already found. */
  readonly problems: readonly FieldProblem[];
  /** The history that the device held (contracts/calibrations.ts). */
  readonly judgedWith?: CreateCalibrationBody['judged_with'];
  readonly intervalDays: number | null;
  readonly hasChannels: boolean;
  /** By the clock of the device. */
  readonly today: string;
  /** What is wrong with the chosen reference. */
  readonly doubts: readonly ReferenceProblem[];
};

/** The body to save, or everything that stands in its way, each problem at its field. */
export function buildBody(parts: BodyParts): BuiltBody {
  const { form, analysis, problems, judgedWith, intervalDays, hasChannels, today, doubts } = parts;
  const reader = new FieldReader();
  const environment = readEnvironment(form, reader);
  const coefficientsOnly = hasPoints(form) ? undefined : readCoefficients(form, reader);
  const due = dueDate(form, intervalDays);
  if (form.calibration_date === '') reader.refuse('calibration_date', 'missing');
  else if (!isDay(form.calibration_date)) reader.refuse('calibration_date', 'out_of_range');
  else if (form.calibration_date > lastPossibleDay(today)) reader.refuse('calibration_date', 'date_in_future');
  if (due !== null && !isDay(due)) reader.refuse('due_date', 'out_of_range');
  else if (due !== null && due < form.calibration_date) reader.refuse('due_date', 'due_before_date');
  const received = form.received_on.trim();
  if (received !== '' && !isDay(received)) reader.refuse('received_on', 'out_of_range');
  else if (received !== '' && received > form.calibration_date) reader.refuse('received_on', 'received_after_date');
  if (hasChannels && form.channel_id === null) reader.refuse('channel_id', 'channel_missing');
  if (form.kind === 'internal') {
    if (form.reference === null) reader.refuse('reference', 'reference_missing');
    if (doubts.length > 0 && form.reference_reason.trim() === '') reader.refuse('reference_reason', 'missing');
  } else {
    if (form.lab.name.trim() === '') reader.refuse('lab.name', 'missing');
    if (form.lab.certificate_number.trim() === '') reader.refuse('lab.certificate_number', 'missing');
  }
  if (hasPoints(form) && analysis === null && problems.length === 0) reader.refuse('rows', 'too_few_points');
  const all = [...reader.problems, ...(hasPoints(form) ? problems : [])];
  if (all.length > 0) return { body: null, problems: all };
  return {
    problems: [],
    body: {
      asset_ref: form.asset_id,
      channel_id: form.channel_id,
      kind: form.kind,
      calibration_date: form.calibration_date,
      due_date: due,
      ...(form.location_id ? { calibration_location_id: form.location_id } : {}),
      ...provenance(form, doubts),
      ...(form.customer.name.trim()
        ? { customer: { name: form.customer.name.trim(), address: form.customer.address.trim() || null } }
        : {}),
      ...(form.replaces_calibration_id ? { replaces_calibration_id: form.replaces_calibration_id } : {}),
      ...(coefficientsOnly ? { coefficients_only: coefficientsOnly } : {}),
      ...(hasPoints(form) && analysis ? { analysis: analysis as NonNullable<CreateCalibrationBody['analysis']> } : {}),
      ...(hasPoints(form) && judgedWith ? { judged_with: judgedWith } : {}),
      ...(environment ? { environment } : {}),
      specification: (hasPoints(form) && form.tolerance.length > 0 && form.specification.trim()) || null,
      ...(received === '' ? {} : { received_on: received }),
      ...(form.item_condition.trim() ? { item_condition: form.item_condition.trim() } : {}),
      ...(form.customer_data.length > 0 ? { customer_data: [...form.customer_data] } : {}),
      ...(form.notes.trim() ? { notes: form.notes.trim() } : {})
    }
  };
}

/**
 * The due date that will be saved: the one typed, or the date plus the interval; null where there is no interval, and while the date
 * is none.
 */
export function dueDate(form: CalibrateForm, intervalDays: number | null): string | null {
  if (form.due_date !== null) return form.due_date === '' ? null : form.due_date;
  return intervalDays === null || !isDay(form.calibration_date) ? null : addDays(form.calibration_date, intervalDays);
}

function provenance(form: CalibrateForm, doubts: readonly ReferenceProblem[]): Partial<CreateCalibrationBody> {
  if (form.kind === 'external') {
    const { name, certificate_number, accreditation } = form.lab;
    return {
      lab_name: name.trim(),
      lab_certificate_number: certificate_number.trim(),
      ...(accreditation.trim() ? { lab_accreditation: accreditation.trim() } : {})
    };
  }
  if (form.reference === null) return {};
  return {
    reference_asset_id: form.reference.asset_id,
    reference_channel_id: form.reference.channel_id,
    ...(doubts.length > 0 ? { reference_reason: form.reference_reason.trim(), reference_problems: [...doubts] } : {})
  };
}

const possible = (quantity: keyof typeof ENVIRONMENT) => {
  const { low, high } = ENVIRONMENT[quantity].possible;
  return { min: low, max: high };
};

function readEnvironment(form: CalibrateForm, reader: FieldReader): CreateCalibrationBody['environment'] {
  const { temperature, humidity, pressure } = form.environment;
  const temperature_c = reader.number('environment.temperature', temperature, possible('temperature_c'));
  const relative_humidity_percent = reader.number(
    'environment.humidity',
    humidity,
    possible('relative_humidity_percent')
  );
  const pressure_kpa = reader.number('environment.pressure', pressure, possible('pressure_kpa'));
  if (temperature_c === undefined && relative_humidity_percent === undefined && pressure_kpa === undefined)
    return undefined;
  return {
    ...(temperature_c === undefined ? {} : { temperature_c }),
    ...(relative_humidity_percent === undefined ? {} : { relative_humidity_percent }),
    ...(pressure_kpa === undefined ? {} : { pressure_kpa })
  };
}

function readCoefficients(form: CalibrateForm, reader: FieldReader): CreateCalibrationBody['coefficients_only'] {
  const nu = reader.number('stated.degrees_of_freedom', form.stated.degrees_of_freedom, { above: 0 });
  return {
    // An uncertainty alone says nothing of a correction.
    ...(form.external_content === 'uncertainty'
      ? { model: 'none' as const, coefficients: [] }
      : readCurve(form.coefficients, 'coefficients', reader)),
    expanded_uncertainty: reader.number('stated.uncertainty', form.stated.uncertainty, { required: true, min: 0 }) ?? 0,
    coverage_factor: reader.number('stated.k', form.stated.k, { required: true, above: 0 }) ?? 2,
    ...(nu === undefined ? {} : { degrees_of_freedom: nu }),
    ...(form.unit.trim() ? { unit: form.unit.trim() } : {}),
    ...(form.measured_unit.trim() ? { measured_unit: form.measured_unit.trim() } : {})
  };
}
