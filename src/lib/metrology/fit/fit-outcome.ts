/** What a fit is asked for, and what it gives. */
import type { WrittenFormula } from '../formula/write-formula.ts';
import type { CorrectionCurve, CovarianceKind, FitMethod, Model, PointCorrelation } from '../types.ts';
import type { Candidate } from './candidates.ts';
import type { CoefficientTable } from './coefficient-covariance.ts';
import type { Scatter } from './scatter.ts';

/** What is asked of the fit, with every default filled in. */
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
  /** Where the search of a nonlinear model begins; null for our own guess. */
  readonly start: readonly number[] | null;
  /** What is taken from kelvin by `steinhart_hart`: 273.15 where the reference is in °C. */
  readonly kelvinAtZero: number;
  /** How the uncertainties of the points go together; null where they do not. */
  readonly correlation: PointCorrelation | null;
};

/** Standard deviation of one reading in the unit of the reference, from elsewhere than the residuals. */
export type OutsideScatter = { readonly s: number; readonly degreesOfFreedom: number };

/** What was fitted: the model, the highest power of a sum of powers (else 0), and the number of coefficients. */
export type FitShape = { readonly model: Model; readonly degree: number; readonly size: number };

/** A fitted curve with everything that later stages ask of it. */
export type FitOutcome = {
  readonly plan: FitPlan;
  readonly shape: FitShape;
  readonly candidates: readonly Candidate[] | null;
  readonly weights: Float64Array | null;
  /** The scaled form, which evaluation uses. */
  readonly curve: CorrectionCurve;
  /** x − f(y) at each point. */
  readonly residuals: Float64Array;
  /** What the fit made small: the residuals, unless another quantity carries the scatter (gdr, resistances). */
  readonly minimised: Float64Array;
  /** Whether `minimised` and s are in the unit of the indication. */
  readonly minimisesIndication: boolean;
  /** Extra fields of the formula for the result. */
  readonly formula: WrittenFormula | null;
  /** Whether the points are correlated, so that their residuals cannot be looked at one by one. */
  readonly isCorrelated?: boolean;
  /** Σ w r² of `minimised`. */
  readonly sumOfSquares: number;
  /** n − p. */
  readonly freedom: number;
  /** Which mean square is behind the readings and behind the curve. */
  readonly scatter: Scatter;
  /** √(Σ w r² / (n − p)); null where n = p and for `none`. */
  readonly s: number | null;
  /** What (XᵀWX)⁻¹ is multiplied by to give the covariance; null where that is unknown. */
  readonly varianceFactor: number | null;
  /** Degrees of freedom of the covariance; Infinity for `known`. */
  readonly covarianceFreedom: number;
  /** Whether the covariance comes from the residuals themselves. */
  readonly usesResiduals: boolean;
  readonly leverage: Float64Array;
  readonly table: CoefficientTable | null;
  /** Standard uncertainty of f at y from the fit alone; null where the covariance is unknown. */
  readonly uFit: (measured: number) => number | null;
};
