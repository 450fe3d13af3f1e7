import { intervalOf, monotoneCubic } from '../fit/monotone-cubic.ts';
import type { ThroughPointsModel } from './model.ts';

/**
 * Monotone interpolation between knots, whose values are the coefficients. Its gradient consists of the weights of the
 * two neighbours, as in its uncertainty. Source: Fritsch and Butland 1984.
 */
export const interpolation: ThroughPointsModel = {
  kind: 'through_points',
  formula: '',
  coefficients: () => [],
  options: [],
  methods: 'ols',
  isComplete: ({ coefficients: { length }, knots }) => length >= 2 && knots?.length === length && rises(knots),
  value: ({ knots = [], coefficients }, measured) => monotoneCubic(knots, coefficients, measured).value,
  slope: ({ knots = [], coefficients }, measured) => monotoneCubic(knots, coefficients, measured).slope,
  gradient: ({ knots = [], coefficients }, measured) => neighbours(knots, coefficients.length, measured),
  write: () => null
};

function rises(knots: readonly number[]): boolean {
  return knots.every((knot, k) => Number.isFinite(knot) && (k === 0 || knot > (knots[k - 1] ?? Infinity)));
}

function neighbours(knots: readonly number[], size: number, at: number): number[] {
  const gradient = Array.from({ length: size }, () => 0);
  const last = size - 1;
  const k = intervalOf(knots, Math.min(Math.max(at, knots[0] ?? at), knots[last] ?? at));
  const t = Math.min(1, Math.max(0, (at - (knots[k] ?? 0)) / ((knots[k + 1] ?? 1) - (knots[k] ?? 0))));
  gradient[k] = 1 - t;
  gradient[k + 1] = t;
  return gradient;
}
