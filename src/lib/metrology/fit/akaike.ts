import { log } from '../distributions/elementary.ts';
import type { CovarianceKind } from '../types.ts';

/**
 * Akaike's criterion with the correction for small samples; null if it does not exist (too few points, exact fit).
 *
 * n points, p coefficients, `square` the (weighted) sum of squared residuals. Only differences between models of the
 * same data are meaningful. Source: Burnham and Anderson, Model Selection and Multimodel Inference, 2.4.
 */
export function akaike(kind: CovarianceKind, n: number, p: number, square: number): number | null {
  if (kind === 'known') return n - p - 1 > 0 ? square + 2 * p + (2 * p * (p + 1)) / (n - p - 1) : null;
  const parameters = p + 1;
  if (n - parameters - 1 <= 0 || !(square > 0)) return null;
  return n * log(square / n) + 2 * parameters + (2 * parameters * (parameters + 1)) / (n - parameters - 1);
}
