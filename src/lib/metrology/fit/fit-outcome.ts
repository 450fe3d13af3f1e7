/** The plan of a fit, and its outcome. */
import type { WrittenFormula } from '../formula/write-formula.ts';
import type { CorrectionCurve, CovarianceKind, FitMethod, Model, PointCorrelation } from '../types.ts';
import type { Candidate } from './candidates.ts';
import type { CoefficientTable } from './coefficient-covariance.ts';
import type { Scatter } from './scatter.ts';

/** The options of the fit, with all defaults filled in. */
export type FitPlan = {
  readonly model: Model;
  readonly degree: number | 'auto';
  readonly method: FitMethod;
  readonly covariance: CovarianceKind;
  /** Degrees of `rational`. */
  readonly numerator: number;
  readonly denominator: number;
  /** Formula of `custom`. */
  readonly expression: string;
  /** Start values of a nonlinear model; null to estimate them. */
  readonly start: readonly number[] | null;
  /** What `steinhart_hart` subtracts from kelvin: 273.15 if the reference is in °C. */
  readonly kelvinAtZero: number;
  /** Correlations of the points' uncertainties; null if there are none. */
  readonly correlation: PointCorrelation | null;
};

/** Standard deviation of one reading in the unit of the reference, from a source other than the residuals. */
export type OutsideScatter = { readonly s: number; readonly degreesOfFreedom: number };

/** What was fitted: the model, the highest power of a sum of powers (else 0), and the number of coefficients. */
export type FitShape = { readonly model: Model; readonly degree: number; readonly size: number };

/** A fitted curve with everything that later stages need. */
export type FitOutcome = {
  readonly plan: FitPlan;
  readonly shape: FitShape;
  readonly candidates: readonly Candidate[] | null;
  readonly weights: Float64Array | null;
  /** The scaled form, which evaluation uses. */
  readonly curve: CorrectionCurve;
  /** x − f(y) at each point. */
  readonly residuals: Float64Array;
  /** What the fit minimised: the residuals, unless another quantity has the scatter (gdr, resistances). */
  readonly minimised: Float64Array;
  /** Whether `minimised` and s are in the unit of the indication. */
  readonly minimisesIndication: boolean;
  /** Extra fields of the formula for the result. */
  readonly formula: WrittenFormula | null;
  /** Whether the points are correlated, so that their residuals cannot be judged one by one. */
  readonly isCorrelated?: boolean;
  /** Σ w r² of `minimised`. */
  readonly sumOfSquares: number;
  /** n − p. */
  readonly freedom: number;
  /** The mean squares for the readings and for the curve. */
  readonly scatter: Scatter;
  /** √(Σ w r² / (n − p)); null if n = p and for `none`. */
  readonly s: number | null;
  /** The factor from (XᵀWX)⁻¹ to the covariance; null if unknown. */
  readonly varianceFactor: number | null;
  /** Degrees of freedom of the covariance; Infinity for `known`. */
  readonly covarianceFreedom: number;
  /** Whether the covariance comes from the residuals themselves. */
  readonly usesResiduals: boolean;
  readonly leverage: Float64Array;
  readonly table: CoefficientTable | null;
  /** Standard uncertainty of f at y from the fit alone; null if the covariance is unknown. */
  readonly uFit: (measured: number) => number | null;
};
