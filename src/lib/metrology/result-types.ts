/** The result of an analysis, as sent and stored: snake case, quantities in the units of the request (types.ts). */
import type { EvaluatedPoint, InversePoint, PointResult } from './point-types.ts';
import type {
  ContributionSource,
  CovarianceKind,
  DecisionRule,
  Distribution,
  FitMethod,
  Judge,
  Model,
  ResultFormat,
  ValueKind,
  Verdict
} from './types.ts';

/** The greatest values that statements about any indication in the range of the points rest on. */
export type Greatest = {
  readonly expanded_uncertainty: number;
  readonly k: number;
  /** The combined standard uncertainty without that of the curve. */
  readonly u_rest: number;
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
  /**
   * The difference between rising and falling readings, in the unit of the reference; omitted if points have no
   * directions.
   */
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
  /** The form that evaluation uses; its covariance has digits that the covariance of plain powers loses. */
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

export type MonteCarloResult = {
  readonly trials: number;
  readonly seed: number;
  readonly mean: number;
  readonly standard_uncertainty: number;
  readonly symmetric_interval: readonly [number, number];
  readonly shortest_interval: readonly [number, number];
  /** Whether the trials confirm the GUM's interval (JCGM 101:2008 8); null if they are too few. */
  readonly gum_validated: boolean | null;
  /**
   * The GUM's uncertainty from the lines alone, and the probability of both intervals: not what is reported where that
   * is the laboratory's capability. Omitted by engines that did not report it yet.
   */
  readonly compared_with?:
    | {
        readonly standard_uncertainty: number;
        readonly expanded_uncertainty: number;
        readonly coverage_probability: number;
      }
    | undefined;
};

/**
 * The risk of the procedure (global risk): how often it accepts and rejects wrongly over a population of instruments,
 * at the point of the judged run with the largest ratio of U to the tolerance. All but `cpfa` are joint probabilities.
 */
export type ProcedureRisk = {
  /** Index of the point, counted like `worst_point`. */
  readonly point: number;
  /** The assumed normal distribution of the errors, and the standard uncertainty of a measured one. */
  readonly mean: number;
  readonly standard_deviation: number;
  readonly standard_uncertainty: number;
  /** Probability that an instrument is out of tolerance and accepted, and that it is in tolerance and rejected. */
  readonly pfa: number;
  readonly pfr: number;
  readonly conforming: number;
  readonly accepted: number;
  /** Probability that an accepted instrument is out of tolerance; null if none is accepted. */
  readonly cpfa: number | null;
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
  /** Present if a population was given; null if nothing was judged. */
  readonly procedure_risk?: ProcedureRisk | null | undefined;
};

export type AnalysisWarning = { readonly code: string; readonly message: string };

export type AnalysisResult = {
  /** Only in stored results, see RESULT_FORMATS; engines omit it. */
  readonly format?: ResultFormat | undefined;
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
  /**
   * Over the range of the points, between them too. Omitted without a curve, if its uncertainty is unknown or it has no
   * value somewhere between, and by engines that did not report it yet.
   */
  readonly at_most?: Greatest | undefined;
  readonly monte_carlo?: MonteCarloResult | undefined;
  readonly evaluated?: readonly EvaluatedPoint[] | undefined;
  readonly inverse?: readonly InversePoint[] | undefined;
  readonly conformity?: ConformityResult | undefined;
  readonly warnings: readonly AnalysisWarning[];
};
