/**
 * The request and the result of an analysis: the shape that devices send, the server recomputes and certificates print.
 * Names follow VIM (JCGM 200:2012) and JCGM 100:2008. Snake case, because these very objects travel as JSON.
 * Quantities: x = `reference` (in `unit`), y = `measured` (in `measured_unit`, by default the same unit).
 */

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

/** The judgement of one error against its limits (the `J` of the specification of results). */
export type Judgement = {
  readonly value: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly acceptance_lower: number | null;
  readonly acceptance_upper: number | null;
  readonly expanded_uncertainty: number;
  readonly k: number;
  readonly verdict: Verdict;
  readonly probability_of_conformity: number;
  readonly false_accept_risk: number | null;
  readonly tur: number | null;
};

/** What is known of one point after the analysis. `null` where it cannot be known (the warnings say why). */
export type PointResult = {
  readonly reference: number;
  readonly measured: number;
  /** Error of indication g(y) − x, with the correction in force or none; null where the units differ. */
  readonly error: number | null;
  readonly corrected: number;
  readonly error_after_correction: number | null;
  /** x − f(y): for diagnostics only, never compared with limits. */
  readonly residual: number;
  readonly u_fit: number | null;
  readonly u_combined: number;
  readonly nu_eff: number | null;
  readonly k: number;
  readonly expanded_uncertainty: number;
  readonly as_found: Judgement | null;
  readonly as_left: Judgement | null;
};

export type BudgetEntry = {
  readonly name: string;
  readonly source: ContributionSource;
  readonly type: 'A' | 'B';
  readonly distribution: Distribution;
  readonly value: number;
  readonly value_kind: ValueKind;
  readonly divisor: number;
  readonly standard_uncertainty: number;
  readonly sensitivity: number;
  readonly degrees_of_freedom: number | null;
  readonly variance_share: number;
};

export type FitDiagnostics = {
  readonly leverage: readonly number[];
  readonly studentized_residuals: readonly (number | null)[];
  readonly outliers: readonly number[];
  readonly lack_of_fit: {
    readonly groups: number;
    readonly ss_pure_error: number;
    readonly ss_lack_of_fit: number;
    readonly f: number;
    readonly p: number;
  } | null;
  /** What rising and falling readings differ by, in the unit of the reference; left out where points have no directions. */
  readonly hysteresis?:
    | {
        readonly largest: number;
        readonly places: readonly { readonly measured: number; readonly difference: number }[];
      }
    | undefined;
  readonly runs_test: { readonly runs: number; readonly z: number; readonly p: number } | null;
};

export type FitResult = {
  readonly model: Model;
  readonly degree: number | null;
  readonly method: FitMethod;
  readonly covariance_kind: CovarianceKind;
  readonly coefficients: readonly number[];
  readonly standard_errors: readonly number[] | null;
  readonly covariance: readonly (readonly number[])[] | null;
  /** The form that evaluation uses; its covariance keeps digits that the covariance of plain powers loses. */
  readonly scaled: {
    readonly center: number;
    readonly scale: number;
    readonly coefficients: readonly number[];
    readonly covariance?: readonly (readonly number[])[] | null | undefined;
    /** As in CorrectionCurve, for the models that have them. */
    readonly numerator?: number | undefined;
    readonly expression?: string | undefined;
    readonly knots?: readonly number[] | undefined;
  };
  readonly residual_standard_deviation: number | null;
  readonly degrees_of_freedom: number | null;
  readonly r_squared: number | null;
  readonly aicc: number | null;
  readonly chi_squared?:
    { readonly value: number; readonly degrees_of_freedom: number; readonly p: number } | undefined;
  readonly equation: string;
  readonly equation_latex: string;
  readonly candidates?:
    | readonly {
        readonly degree: number;
        readonly aicc: number | null;
        readonly residual_standard_deviation: number;
        readonly chosen: boolean;
      }[]
    | undefined;
  readonly diagnostics: FitDiagnostics;
};

export type RoundedUncertainty = { readonly value: number; readonly decimals: number; readonly text: string };

export type EvaluatedPoint = {
  readonly measured: number;
  readonly corrected: number;
  readonly u_fit: number | null;
  readonly u_combined: number;
  readonly nu_eff: number | null;
  readonly k: number;
  readonly expanded_uncertainty: number;
};

export type InversePoint = {
  readonly wanted: number;
  readonly measured: number;
  /** Of `measured`, in `measured_unit`: U(f)/|f′|. */
  readonly expanded_uncertainty: number;
  readonly u_fit?: number | null | undefined;
  readonly u_combined?: number | undefined;
  readonly nu_eff?: number | null | undefined;
  readonly k?: number | undefined;
};

export type MonteCarloResult = {
  readonly trials: number;
  readonly seed: number;
  readonly mean: number;
  readonly standard_uncertainty: number;
  readonly symmetric_interval: readonly [number, number];
  readonly shortest_interval: readonly [number, number];
  readonly gum_validated: boolean;
};

export type ConformityResult = {
  readonly rule: DecisionRule;
  readonly judge: Judge;
  readonly as_found: Verdict | null;
  readonly as_left: Verdict | null;
  readonly conforms: boolean | null;
  /** The statement of conformity in the four languages of the service. */
  readonly statement: { readonly en: string; readonly es: string; readonly fr: string; readonly de: string };
  readonly worst_point: number | null;
};

export type AnalysisWarning = { readonly code: string; readonly message: string };

export type AnalysisResult = {
  readonly engine: string;
  readonly fit: FitResult;
  readonly points: readonly PointResult[];
  readonly as_found_points?: readonly PointResult[] | undefined;
  readonly verification_points?: readonly PointResult[] | undefined;
  readonly budget: readonly BudgetEntry[];
  readonly combined_standard_uncertainty: number;
  readonly effective_degrees_of_freedom: number | null;
  readonly coverage_factor: number;
  readonly coverage_probability: number;
  readonly expanded_uncertainty: number;
  readonly expanded_uncertainty_rounded: RoundedUncertainty;
  readonly monte_carlo?: MonteCarloResult | undefined;
  readonly evaluated?: readonly EvaluatedPoint[] | undefined;
  readonly inverse?: readonly InversePoint[] | undefined;
  readonly conformity?: ConformityResult | undefined;
  readonly warnings: readonly AnalysisWarning[];
};

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
