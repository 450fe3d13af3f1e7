/** The form that a technician finds when opening "Calibrate": everything the asset, its channel and its history already say. */
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { capabilityOf } from '#lib/laboratory/capability.ts';
import { curveInForce } from '#lib/laboratory/in-force.ts';
import { nominalCharacteristic } from '#lib/laboratory/nominal-characteristic.ts';
import { decimalsOf } from '#lib/numbers/decimals-of.ts';
import { NEW_CONTRIBUTION, type CalibrateForm, type CurveInForce, type ToleranceForm } from './calibrate-form.ts';
import { NEW_CURVE } from '../typed/coefficient-curve.ts';
import { emptyRow, type Row } from '../rows/form-rows.ts';
import { numberText } from '../typed/number-text.ts';
import { nominalsOf, spreadNominals } from '../rows/round-nominals.ts';

const PLANNED_POINTS = 5;

export type FormDefaults = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  /** The latest calibration of this instrument that is not voided; its curve is the correction in force. */
  readonly previous: CalibrationHeader | null;
  /** Nominal points of that calibration, where the device holds them. */
  readonly previousReferences: readonly number[];
  /** Today where the work is done, YYYY-MM-DD. */
  readonly today: string;
};

/** A new form for an asset or one of its channels. Numbers appear with a decimal point: {@link parseDecimal} reads either sign. */
export function formFor({ asset, channel, previous, previousReferences, today }: FormDefaults): CalibrateForm {
  const measuring = channel ?? asset;
  const inForce = inForceOf(previous, measuring.unit);
  const usesStored = inForce !== null && measuring.correction_applied;
  const nominal = nominalCharacteristic(measuring);
  const rows = plannedRows(planOf(previousReferences, measuring));
  const { range_min: low, range_max: high } = measuring;
  return {
    schema: 1,
    asset_id: asset.id,
    channel_id: channel?.id ?? null,
    // A reference is calibrated by a laboratory above: what arrives is its certificate.
    kind: asset.is_reference ? 'external' : 'internal',
    calibration_date: today,
    due_date: null,
    location_id: '',
    customer: { name: '', address: '' },
    received_on: '',
    item_condition: '',
    customer_data: [],
    lab: { name: '', certificate_number: '', accreditation: '' },
    stated: { uncertainty: '', k: '2', degrees_of_freedom: '' },
    external_content: 'points',
    coefficients: NEW_CURVE,
    reference: null,
    reference_reason: '',
    environment: { temperature: '', humidity: '', pressure: '' },
    unit: measuring.unit ?? '',
    measured_unit: measuring.measured_unit ?? '',
    fit: {
      model: 'polynomial',
      degree: 'auto',
      numerator: '1',
      denominator: '1',
      expression: '',
      start: {},
      method: 'ols',
      covariance: 'default',
      correlation: { reference_measured: '', references: '', readings: '' }
    },
    coverage: { by: 'p', percent: '95.45', k: '2', dominant: false, truncate: false },
    resolution: numberText(measuring.resolution),
    count_resolution: false,
    readings_averaged: '1',
    capability: capabilityOf(measuring),
    cmc: '',
    cmc_share: '',
    contributions: [],
    correlations: [],
    tolerance: measuring.tolerance.map(toleranceText),
    specification: measuring.specification ?? '',
    span: low !== null && high !== null && high > low ? String(high - low) : '',
    rule: 'guard_band',
    guard_band_factor: '1',
    max_false_accept: '2.5',
    target_pfa: '2',
    population: { by: 'none', share: '95', deviation: '', mean: '' },
    judge: measuring.correction_applied ? 'default' : 'as_found',
    in_force: inForce,
    use_in_force: usesStored,
    nominal,
    use_nominal: nominal !== null && !usesStored,
    typed_in_force: { used: false, curve: NEW_CURVE },
    adjusted: false,
    rows,
    checks: [],
    verified: false,
    directions: false,
    repeats: 'plan',
    evaluate_at: '',
    inverse_at: '',
    monte_carlo: { wanted: false, trials: 'adaptive', seed: '1' },
    next_id: rows.length,
    notes: '',
    replaces_calibration_id: null,
    lacked: [],
    declined_in_force: null,
    left_out: [],
    last_time: null
  };
}

/** A draft of an earlier version of the product, with what that version did not know. */
export function takeUp(stored: CalibrateForm, fresh: CalibrateForm): CalibrateForm {
  return {
    ...fresh,
    ...stored,
    // What the record says is as it is now, whenever the draft was saved.
    capability: fresh.capability,
    nominal: fresh.nominal,
    use_nominal: (stored.use_nominal ?? fresh.use_nominal) && fresh.nominal !== null,
    fit: { ...fresh.fit, ...stored.fit },
    coverage: { ...fresh.coverage, ...stored.coverage },
    lab: { ...fresh.lab, ...stored.lab },
    coefficients: { ...fresh.coefficients, ...stored.coefficients },
    rows: stored.rows.map((row) => ({ ...emptyRow(row.id), ...row })),
    contributions: stored.contributions.map((entry) => ({ ...NEW_CONTRIBUTION, ...entry }))
  };
}

/** The curve of the latest calibration, as the form offers it. */
export function inForceOf(previous: CalibrationHeader | null, unit: string | null): CurveInForce | null {
  const curve = curveInForce(previous, unit);
  return previous && curve ? { version: previous.version, curve } : null;
}

export function planOf(references: readonly number[], measuring: Asset | Channel): readonly string[] {
  const { range_min: low, range_max: high, unit, measured_unit: indicated } = measuring;
  if (references.length > 0) return nominalsOf(references);
  const ofReference = indicated === null || indicated === unit;
  if (!ofReference || low === null || high === null || !(high > low)) return ['', '', ''];
  return spreadNominals(low, high, PLANNED_POINTS);
}

function plannedRows(nominals: readonly string[]): readonly Row[] {
  return nominals.map((nominal, i) => emptyRow(i, nominal));
}

/** A tolerance as the form shows it. */
export function toleranceText(part: Asset['tolerance'][number]): ToleranceForm {
  return { kind: part.kind, lower: numberText(part.lower), upper: numberText(part.upper) };
}

/** Decimals that a column of typed readings is worth: those of the resolution, or the most that were typed. */
export function decimalsTyped(texts: readonly string[], resolution: number | null): number {
  const typed = texts.map((text) => /[.,](\d+)\s*$/.exec(text)?.[1]?.length ?? 0);
  return Math.max(resolution === null ? 0 : decimalsOf(resolution), ...typed);
}
