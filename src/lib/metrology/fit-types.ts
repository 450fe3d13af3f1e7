/** The options of the fit, and the stored curve; imported through types.ts. */
import type { CurveParameters } from './models/model.ts';
import type { Model } from './models/table.ts';
import type { CovarianceKind, FitMethod } from './types.ts';

/**
 * Correlations of the points' stated uncertainties (method gdr, a line): the coefficients between the reference and the
 * indication of one point, between the references of any two points, and between the indications of any two. 0 if
 * omitted.
 */
export type PointCorrelation = {
  readonly reference_measured?: number | undefined;
  readonly references?: number | undefined;
  readonly readings?: number | undefined;
};

export type FitRequest = {
  readonly model: Model;
  readonly degree?: number | 'auto' | undefined;
  readonly numerator?: number | undefined;
  readonly denominator?: number | undefined;
  readonly expression?: string | undefined;
  readonly start?: readonly number[] | undefined;
  readonly method?: FitMethod | undefined;
  readonly covariance?: CovarianceKind | undefined;
  readonly correlation?: PointCorrelation | undefined;
};

/** A correction curve as stored, and the calibration that it came from. */
export type CorrectionCurve = CurveParameters & {
  readonly calibration_id?: string | undefined;
  readonly model: Model;
};
