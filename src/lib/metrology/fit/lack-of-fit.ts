import { fisherUpperTail } from '../distributions/fisher-f.ts';
import type { FitDiagnostics } from '../types.ts';
import type { Groups } from './groups.ts';

/** Scatter inside the groups and between their means, of the residuals. */
export type PureError = {
  readonly groups: number;
  readonly within: number;
  readonly between: number;
  /** n − m, degrees of freedom of the scatter inside the groups. */
  readonly freedom: number;
};

/**
 * Splits the residuals into pure error ΣΣ w (r_ij − r̄_i)² and lack of fit Σ (Σ w) r̄_i². Without weights, w = 1.
 * Source: Draper and Smith, Applied Regression Analysis, 2.1.
 */
export function pureError(residuals: Float64Array, weights: Float64Array | null, groups: Groups): PureError {
  const weight = (i: number): number => (weights === null ? 1 : (weights[i] as number));
  const total = new Float64Array(groups.count);
  const sum = new Float64Array(groups.count);
  residuals.forEach((r, i) => {
    const group = groups.of[i] as number;
    total[group] = (total[group] as number) + weight(i);
    sum[group] = (sum[group] as number) + weight(i) * r;
  });
  let within = 0;
  residuals.forEach((r, i) => {
    const group = groups.of[i] as number;
    const deviation = r - (sum[group] as number) / (total[group] as number);
    within += weight(i) * deviation * deviation;
  });
  let between = 0;
  sum.forEach((value, group) => (between += (value * value) / (total[group] as number)));
  return { groups: groups.count, within, between, freedom: residuals.length - groups.count };
}

/** The F test of lack of fit against pure error, for n > m > p; null if it does not exist. */
export function lackOfFit(error: PureError, coefficients: number): FitDiagnostics['lack_of_fit'] {
  const freedom = error.groups - coefficients;
  if (freedom <= 0 || error.freedom <= 0 || !(error.within > 0)) return null;
  const f = error.between / freedom / (error.within / error.freedom);
  if (!Number.isFinite(f)) return null;
  return {
    groups: error.groups,
    ss_pure_error: error.within,
    ss_lack_of_fit: error.between,
    f,
    p: fisherUpperTail(f, freedom, error.freedom)
  };
}
