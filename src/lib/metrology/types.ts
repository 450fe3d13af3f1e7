/**
 * The request of an analysis: devices send it, the server recomputes it and certificates print it. The options of the
 * fit are in fit-types.ts, the result in result-types.ts and point-types.ts; import all of them from here. Names follow
 * VIM (JCGM 200:2012) and JCGM 100:2008, in snake case because these objects are sent as JSON. Quantities: x =
 * `reference` (in `unit`), y = `measured` (in `measured_unit`, by default the same unit).
 */

import type { CorrectionCurve, FitRequest } from './fit-types.ts';

export type { Model } from './models/table.ts';
export type * from './fit-types.ts';
export type * from './point-types.ts';
export type * from './result-types.ts';

/** One comparison of the instrument with the reference. */
export type Point = {
  readonly reference: number;
  readonly measured: number;
  /**
   * Standard uncertainty of `reference` that is independent from point to point except for `fit.correlation`, in
   * `unit`; > 0.
   */
  readonly u_reference?: number | undefined;
  /** Standard uncertainty of `measured`, as independent, in `measured_unit`; > 0. */
  readonly u_measured?: number | undefined;
  /** The planned value. If every planned value was measured more than once, points of equal `nominal` are repeats. */
  readonly nominal?: number | undefined;
  /** Points of equal group are repeats of one nominal point; takes precedence over `nominal`. */
  readonly group?: number | undefined;
  readonly direction?: 'up' | 'down' | undefined;
};

/** A further indication at which the curve is to be evaluated, with a standard uncertainty of its own. */
export type Reading = { readonly measured: number; readonly u_measured: number };

/**
 * The format of a request. In format 1 points of equal `reference`, else of equal `measured`, were repeats without
 * being declared; since format 2 repeats are declared. A record without a number has format 1.
 */
export const REQUEST_FORMATS = [1, 2] as const;
export type RequestFormat = (typeof REQUEST_FORMATS)[number];
export const CURRENT_FORMAT = 2 satisfies RequestFormat;

/**
 * The format of a stored result: raised when a field is removed or changes its meaning, with a reader in as-stored.ts
 * and a frozen record in tests/frozen. A new optional field does not change the number. A record without a number has
 * format 1.
 */
export const RESULT_FORMATS = [1] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];
export const CURRENT_RESULT_FORMAT = 1 satisfies ResultFormat;

/** Maximum number of points of a saved calibration; more may be analysed. */
export const MAX_POINTS_SAVED = 10_000;

export const FIT_METHODS = ['ols', 'wls', 'gdr'] as const;
export type FitMethod = (typeof FIT_METHODS)[number];

export const COVARIANCE_KINDS = ['scatter', 'known'] as const;
export type CovarianceKind = (typeof COVARIANCE_KINDS)[number];

export const DISTRIBUTIONS = [
  'normal',
  'rectangular',
  'triangular',
  'arcsine',
  'trapezoidal',
  'student_t',
  'exponential',
  'poisson'
] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

export const VALUE_KINDS = ['absolute', 'percent_of_reading', 'percent_of_span'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export const CONTRIBUTION_SOURCES = [
  'curve_fit',
  'lack_of_fit',
  'repeatability',
  'resolution',
  'reference_standard',
  'drift',
  'environment',
  'hysteresis',
  'other'
] as const;
export type ContributionSource = (typeof CONTRIBUTION_SOURCES)[number];

/** A contribution that the user adds to the budget. */
export type Contribution = {
  readonly name: string;
  readonly source?: ContributionSource | undefined;
  readonly type: 'A' | 'B';
  readonly distribution: Distribution;
  /** Half-width, standard deviation or expanded uncertainty, as given by `distribution`, `divisor` and `k`. */
  readonly value: number;
  readonly value_kind?: ValueKind | undefined;
  readonly divisor?: number | undefined;
  readonly k?: number | undefined;
  readonly beta?: number | undefined;
  readonly acts_on: 'measured' | 'corrected';
  readonly sensitivity?: number | undefined;
  readonly degrees_of_freedom?: number | null | undefined;
};

export type ReferenceStandard = {
  readonly calibration_id?: string | undefined;
  readonly expanded_uncertainty: number;
  readonly coverage_factor: number;
  readonly degrees_of_freedom?: number | null | undefined;
};

/** The smallest expanded uncertainty that a laboratory reports: one number, or a + b·|x| with the value x. */
export type Capability = number | { readonly a: number; readonly b: number };

export const COVERAGE_METHODS = ['student_t', 'ea_dominant'] as const;
export type CoverageMethod = (typeof COVERAGE_METHODS)[number];

export type UncertaintyRequest = {
  readonly coverage_probability?: number | undefined;
  readonly coverage_factor?: number | undefined;
  readonly coverage_method?: CoverageMethod | undefined;
  readonly dof_rounding?: 'real' | 'truncate' | undefined;
  /** Smallest step of the indication, in `measured_unit`: enters as a rectangle of half that width. */
  readonly resolution?: number | undefined;
  readonly count_resolution?: boolean | undefined;
  readonly readings_averaged?: number | undefined;
  /** Calibration and measurement capability as an expanded uncertainty (k = 2), in `unit`: a, or a + b·|x|. */
  readonly cmc?: Capability | undefined;
  readonly reference_standard?: ReferenceStandard | undefined;
  readonly contributions?: readonly Contribution[] | undefined;
  readonly correlations?: readonly { readonly a: string; readonly b: string; readonly r: number }[] | undefined;
  readonly monte_carlo?: { readonly trials: number | 'adaptive'; readonly seed: number } | undefined;
};

/** One part of a tolerance; parts are summed. Signed limits of the error, `null` for an open side. */
export type TolerancePart = {
  readonly kind: ValueKind;
  readonly lower: number | null;
  readonly upper: number | null;
};

export const DECISION_RULES = [
  'simple_acceptance',
  'guard_band',
  'guard_band_risk',
  'non_binary',
  'rss',
  'dobbert_6',
  'target_pfa',
  'z540_tur4'
] as const;
export type DecisionRule = (typeof DECISION_RULES)[number];

export type Judge = 'as_found' | 'as_left';

/**
 * Prior knowledge of the errors of the instruments in a procedure, before any is measured: a normal distribution by its
 * mean (0 if omitted) and either its standard deviation or the share of instruments whose error lies inside the
 * tolerance.
 */
export type Population = {
  readonly mean?: number | undefined;
  readonly standard_deviation?: number | undefined;
  readonly in_tolerance?: number | undefined;
};

export type ConformityRequest = {
  readonly tolerance: readonly TolerancePart[];
  readonly span?: number | undefined;
  readonly judge?: Judge | undefined;
  readonly rule: DecisionRule;
  readonly guard_band_factor?: number | undefined;
  readonly max_false_accept?: number | undefined;
  readonly target_pfa?: number | undefined;
  /** Requests the risk of the procedure: how often it accepts or rejects such instruments wrongly. */
  readonly population?: Population | undefined;
};

export type AnalysisRequest = {
  /** The format of the request, see REQUEST_FORMATS; by default the current one. */
  readonly format?: RequestFormat | undefined;
  readonly points: readonly Point[];
  readonly as_found_points?: readonly Point[] | undefined;
  readonly verification_points?: readonly Point[] | undefined;
  readonly fit: FitRequest;
  readonly correction_in_force?: CorrectionCurve | undefined;
  readonly uncertainty: UncertaintyRequest;
  readonly conformity?: ConformityRequest | undefined;
  /**
   * Indications at which to evaluate the curve. In ISO/TS 28037, whose line leads from the value to the indication,
   * 11.1 (inverse evaluation). An indication's own u (`measured_unit`) is added to the rest of the budget; with weights
   * it replaces the nearest point's u_measured.
   */
  readonly evaluate_at?: readonly (number | Reading)[] | undefined;
  /** Values whose indications to find: in ISO/TS 28037 11.2 (direct evaluation). */
  readonly inverse_at?: readonly number[] | undefined;
  readonly unit?: string | undefined;
  readonly measured_unit?: string | undefined;
  readonly detail?: 'full' | undefined;
};

export const VERDICTS = ['pass', 'conditional_pass', 'conditional_fail', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];
