/**
 * The calibrate form as plain JSON: every text is kept as it was typed and parsed elsewhere, so that a draft, an undo step and a
 * half-typed number look the same before and after they are stored.
 */
import type { CustomerDatum } from '#lib/contracts/customer-data.ts';
import type {
  Capability,
  ContributionSource,
  CorrectionCurve,
  CovarianceKind,
  DecisionRule,
  Distribution,
  FitMethod,
  Judge,
  Model,
  ValueKind
} from '#lib/metrology/types.ts';
import type { CurveForm } from '../typed/coefficient-curve.ts';
import type { Rows } from '../rows/form-rows.ts';
import type { RepeatsChoice } from '../rows/repeats.ts';

export type ToleranceForm = { readonly kind: ValueKind; readonly lower: string; readonly upper: string };

export type ContributionForm = {
  readonly id: number;
  readonly name: string;
  readonly source: ContributionSource;
  readonly type: 'A' | 'B';
  readonly distribution: Distribution;
  readonly value: string;
  readonly value_kind: ValueKind;
  /** Coverage factor of a normal or Student contribution; empty: the value is already a standard uncertainty. */
  readonly k: string;
  /** What the value is divided by, where the distribution does not say it; empty: as the distribution says. */
  readonly divisor: string;
  /** Ratio of the sides of a trapezoid. */
  readonly beta: string;
  readonly acts_on: 'measured' | 'corrected';
  readonly sensitivity: string;
  readonly degrees_of_freedom: string;
};

/** A contribution as it is added. */
export const NEW_CONTRIBUTION: Omit<ContributionForm, 'id'> = {
  name: '',
  source: 'other',
  type: 'B',
  distribution: 'rectangular',
  value: '',
  value_kind: 'absolute',
  k: '',
  divisor: '',
  beta: '0.5',
  acts_on: 'corrected',
  sensitivity: '',
  degrees_of_freedom: ''
};

/** Lines of the budget that the engine names itself. */
export const OWN_LINES = [
  'Curve fit',
  'Lack of fit',
  'Repeatability',
  'Resolution',
  'Reference standard',
  'Hysteresis of the points'
] as const;

/** How two lines of the budget go together: each a name of {@link OWN_LINES}, or `#` and the number of a contribution. */
export type CorrelationForm = { readonly id: number; readonly a: string; readonly b: string; readonly r: string };

/** By what a population of instruments is known, if at all. */
export const POPULATION_BY = ['none', 'share', 'deviation'] as const;

/** What an internal calibration took from its reference at the moment it was chosen; nothing changes it behind the author's back. */
export type ChosenReference = {
  readonly asset_id: string;
  readonly channel_id: string | null;
  readonly label: string;
  readonly name: string;
  readonly calibration_id: string;
  readonly calibration_date: string;
  readonly version: number;
  readonly expanded_uncertainty: number;
  readonly coverage_factor: number;
  readonly degrees_of_freedom: number | null;
  readonly unit: string | null;
  readonly due_date: string | null;
};

/** A stored curve of this instrument, offered as the correction it was used with; without a version where a record names it. */
export type CurveInForce = { readonly version: number | null; readonly curve: CorrectionCurve };

/** The calibration that a form was filled from, and what is not as it was then. */
export type LastTime = {
  readonly version: number;
  readonly date: string;
  readonly differs: readonly (
    | 'reference_gone'
    | 'reference_overdue'
    | 'reference_newer'
    | 'tolerance'
    | 'resolution'
    | 'place_gone'
    | 'environment'
  )[];
};

export type CalibrateForm = Rows & {
  readonly schema: 1;
  readonly asset_id: string;
  readonly channel_id: string | null;
  readonly kind: 'internal' | 'external';
  readonly calibration_date: string;
  /** `null`: the calibration date plus the interval of the asset. */
  readonly due_date: string | null;
  readonly location_id: string;
  readonly customer: { readonly name: string; readonly address: string };
  /** As the asset is received, and in which state; printed where stated. */
  readonly received_on: string;
  readonly item_condition: string;
  /** What of it the customer has stated. */
  readonly customer_data: readonly CustomerDatum[];
  readonly lab: { readonly name: string; readonly certificate_number: string; readonly accreditation: string };
  /** U, k and ν that the outside laboratory states. */
  readonly stated: { readonly uncertainty: string; readonly k: string; readonly degrees_of_freedom: string };
  readonly external_content: 'points' | 'coefficients' | 'uncertainty';
  readonly coefficients: CurveForm;
  readonly reference: ChosenReference | null;
  /** Why a reference is used that is overdue, voided, retired, out of service or has failed. */
  readonly reference_reason: string;
  readonly environment: { readonly temperature: string; readonly humidity: string; readonly pressure: string };
  readonly unit: string;
  readonly measured_unit: string;
  readonly fit: {
    readonly model: Model;
    readonly degree: string;
    /** Degrees of a rational function. */
    readonly numerator: string;
    readonly denominator: string;
    /** A formula of one's own, as typed. */
    readonly expression: string;
    /** Start values by the name of their parameter; they stay while the formula is rewritten. */
    readonly start: Readonly<Record<string, string>>;
    readonly method: FitMethod;
    readonly covariance: CovarianceKind | 'default';
    /** Coefficients of correlation of the points; empty: 0. */
    readonly correlation: {
      readonly reference_measured: string;
      readonly references: string;
      readonly readings: string;
    };
  };
  readonly coverage: {
    readonly by: 'p' | 'k';
    readonly percent: string;
    readonly k: string;
    /** Whether a rectangle or two that dominate give k by their own convolution. */
    readonly dominant: boolean;
    /** Whether effective degrees of freedom are cut to whole ones. */
    readonly truncate: boolean;
  };
  readonly resolution: string;
  readonly count_resolution: boolean;
  readonly readings_averaged: string;
  /** The laboratory's capability as the record of the instrument has it: it counts for an internal calibration, and cannot be typed. */
  readonly capability: Capability | null;
  /** Where the record has none, or the laboratory is another: a + b·|x|, a here and b in the next. */
  readonly cmc: string;
  readonly cmc_share: string;
  readonly contributions: readonly ContributionForm[];
  readonly correlations: readonly CorrelationForm[];
  readonly tolerance: readonly ToleranceForm[];
  /** Whose tolerance, in which document and edition. */
  readonly specification: string;
  readonly span: string;
  readonly rule: DecisionRule;
  readonly guard_band_factor: string;
  /** Probabilities, in percent. */
  readonly max_false_accept: string;
  readonly target_pfa: string;
  /** Instruments like this one, for the risk of the procedure: the share in tolerance in percent, errors in the unit. */
  readonly population: {
    readonly by: (typeof POPULATION_BY)[number];
    readonly share: string;
    readonly deviation: string;
    readonly mean: string;
  };
  readonly judge: Judge | 'default';
  readonly in_force: CurveInForce | null;
  readonly use_in_force: boolean;
  /** The line through both ends of the output signal, which counts where no calibration gives another curve. */
  readonly nominal: CorrectionCurve | null;
  readonly use_nominal: boolean;
  /** A correction of the instrument that no calibration here knows; counts where {@link use_in_force} does not. */
  readonly typed_in_force: { readonly used: boolean; readonly curve: CurveForm };
  /** Whether the directions of the points count. */
  readonly directions: boolean;
  /** Which rows are repeats of one point. */
  readonly repeats: RepeatsChoice;
  /** Indications at which the curve is to be stated beside the points, and values whose indications are; lists as typed. */
  readonly evaluate_at: string;
  readonly inverse_at: string;
  /** Trials that are saved with the calibration; drawn when it is saved, not at every key. */
  readonly monte_carlo: { readonly wanted: boolean; readonly trials: string; readonly seed: string };
  /** The next unused number for a row or a contribution. */
  readonly next_id: number;
  readonly notes: string;
  /** The certificate that this one replaces (amended report), kept when a refused entry is corrected. */
  readonly replaces_calibration_id: string | null;
  /** What was not on the device when the form was begun; emptied when its author has decided about what came later. */
  readonly lacked: readonly ('history' | 'plan' | 'references')[];
  /** The calibration whose correction its author did not want to take over; empty text: none in force. */
  readonly declined_in_force: string | null;
  /** Names of lines of last time's budget that its author has left out. */
  readonly left_out: readonly string[];
  /** What the form was filled from by one press; null where it was not. */
  readonly last_time: LastTime | null;
};

/** True where nothing but points was typed between two states of a form. */
export function sameSettings(a: CalibrateForm, b: CalibrateForm): boolean {
  const { rows: _rows, checks: _checks, next_id: _next, ...settings } = a;
  return Object.entries(settings).every(([field, value]) => value === b[field as keyof CalibrateForm]);
}

/** True where the form carries points rather than the coefficients of an outside certificate. */
export function hasPoints(form: CalibrateForm): boolean {
  return form.kind === 'internal' || form.external_content === 'points';
}
