/**
 * The request of an analysis: the shape that devices send, the server recomputes and certificates print. What it becomes stands
 * in result-types.ts; both are imported from here.
 * Names follow VIM (JCGM 200:2012) and JCGM 100:2008. Snake case, because these very objects travel as JSON.
 * Quantities: x = `reference` (in `unit`), y = `measured` (in `measured_unit`, by default the same unit).
 */

export type * from './result-types.ts';

/** One comparison of the instrument with the reference. */
export type Point = {
  readonly reference: number;
  readonly measured: number;
  /** Standard uncertainty of `reference` that is independent from point to point, in `unit`; > 0. */
  readonly u_reference?: number | undefined;
  /** Standard uncertainty of `measured`, independent from point to point, in `measured_unit`; > 0. */
  readonly u_measured?: number | undefined;
  /** Points of equal group are repeats of one nominal point. */
  readonly group?: number | undefined;
  readonly direction?: 'up' | 'down' | undefined;
};

/** Points of a calibration that is to be saved, at most; more may be analysed. */
export const MAX_POINTS_SAVED = 10_000;

/** Every model of the contract; those an engine does not offer are refused by name (`model_unavailable`). */
export const MODELS = [
  'none',
  'offset',
  'proportional',
  'linear',
  'polynomial',
  'logarithmic',
  'exponential',
  'power',
  'rational',
  'logistic_4',
  'logistic_5',
  'callendar_van_dusen',
  'steinhart_hart',
  'interpolation',
  'custom'
] as const;
export type Model = (typeof MODELS)[number];

/** The degrees there are: of a polynomial, and of both parts of a rational function. */
export const DEGREES = {
  degree: { min: 1, max: 10 },
  numerator: { min: 0, max: 3 },
  denominator: { min: 0, max: 3 }
} as const;

export const FIT_METHODS = ['ols', 'wls', 'gdr'] as const;
export type FitMethod = (typeof FIT_METHODS)[number];

export const COVARIANCE_KINDS = ['scatter', 'known'] as const;
export type CovarianceKind = (typeof COVARIANCE_KINDS)[number];

export type FitRequest = {
  readonly model: Model;
  readonly degree?: number | 'auto' | undefined;
  readonly numerator?: number | undefined;
  readonly denominator?: number | undefined;
  readonly expression?: string | undefined;
  readonly start?: readonly number[] | undefined;
  readonly method?: FitMethod | undefined;
  readonly covariance?: CovarianceKind | undefined;
};

/**
 * A correction curve as stored: coefficients, constant term first, in the variable (y − center) / scale.
 * Of `steinhart_hart`, `center` is what is taken from kelvin: 273.15 where the reference is in °C, else 0.
 */
export type CorrectionCurve = {
  readonly calibration_id?: string | undefined;
  readonly model: Model;
  readonly coefficients: readonly number[];
  readonly center?: number | undefined;
  readonly scale?: number | undefined;
  /** `rational`: degree of the numerator; the coefficients from there on are the denominator's, whose first one is 1. */
  readonly numerator?: number | undefined;
  /** `custom`: the formula, whose parameters the coefficients are. */
  readonly expression?: string | undefined;
  /** `interpolation`: the indications at which the coefficients are the values, rising. */
  readonly knots?: readonly number[] | undefined;
};

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
  /** Half-width, standard deviation or expanded uncertainty, as `distribution`, `divisor` and `k` say. */
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
  readonly cmc?: number | undefined;
  readonly reference_standard?: ReferenceStandard | undefined;
  readonly contributions?: readonly Contribution[] | undefined;
  readonly correlations?: readonly { readonly a: string; readonly b: string; readonly r: number }[] | undefined;
  readonly monte_carlo?: { readonly trials: number | 'adaptive'; readonly seed: number } | undefined;
};

/** One part of a tolerance; parts are summed. Signed limits of the error, `null` where one side is open. */
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

export type ConformityRequest = {
  readonly tolerance: readonly TolerancePart[];
  readonly span?: number | undefined;
  readonly judge?: Judge | undefined;
  readonly rule: DecisionRule;
  readonly guard_band_factor?: number | undefined;
  readonly max_false_accept?: number | undefined;
  readonly target_pfa?: number | undefined;
};

export type AnalysisRequest = {
  readonly points: readonly Point[];
  readonly as_found_points?: readonly Point[] | undefined;
  readonly verification_points?: readonly Point[] | undefined;
  readonly fit: FitRequest;
  readonly correction_in_force?: CorrectionCurve | undefined;
  readonly uncertainty: UncertaintyRequest;
  readonly conformity?: ConformityRequest | undefined;
  readonly evaluate_at?: readonly number[] | undefined;
  readonly inverse_at?: readonly number[] | undefined;
  readonly unit?: string | undefined;
  readonly measured_unit?: string | undefined;
  readonly detail?: 'full' | undefined;
};

export const VERDICTS = ['pass', 'conditional_pass', 'conditional_fail', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * A request that must not be computed, because the numbers would not deserve trust.
 * `path` leads from the request's root to the field (`['points', 3, 'measured']`); `code` is stable and translated by the
 * screens; `message` is the English sentence.
 */
export class AnalysisRefusal extends Error {
  constructor(
    readonly code: string,
    readonly path: readonly (string | number)[],
    message: string
  ) {
    super(message);
    this.name = 'AnalysisRefusal';
  }
}
