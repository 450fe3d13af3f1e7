/** The unit of each number of a result, as far as needed to compare results. */
import type { AnalysisRequest } from '#lib/metrology/types.ts';

/** A unit as powers of the reference's unit and of the indication's. */
export type Power = { readonly corrected: number; readonly measured: number };
/** Largest magnitudes in a request, of either unit. */
export type Magnitudes = { readonly corrected: number; readonly measured: number };

export const UNITLESS: Power = { corrected: 0, measured: 0 };
const CORRECTED: Power = { corrected: 1, measured: 0 };
const CORRECTED_SQUARED: Power = { corrected: 2, measured: 0 };
const MEASURED: Power = { corrected: 0, measured: 1 };

const POWERS: ReadonlyMap<string, Power> = new Map([
  ...[
    'reference',
    'error',
    'corrected',
    'error_after_correction',
    'residual',
    'u_fit',
    'u_combined',
    'u_rest',
    'expanded_uncertainty',
    'combined_standard_uncertainty',
    'residual_standard_deviation',
    'value',
    'lower',
    'upper',
    'acceptance_lower',
    'acceptance_upper',
    'standard_uncertainty',
    'wanted',
    'mean',
    'symmetric_interval',
    'shortest_interval',
    'coefficients',
    'standard_errors'
  ].map((name) => [name, CORRECTED] as const),
  ...['measured', 'center', 'scale'].map((name) => [name, MEASURED] as const),
  ...['covariance', 'ss_pure_error', 'ss_lack_of_fit'].map((name) => [name, CORRECTED_SQUARED] as const)
]);
const POLYNOMIAL = new Set(['coefficients', 'standard_errors', 'covariance']);

/** The unit of a member of a result by its name; by default, that of the parent. */
export const powerOf = (name: string, outer: Power): Power => POWERS.get(name) ?? outer;

/** Coefficient j of plain powers has the unit corrected/measuredʲ; those of the scaled form have the corrected one's. */
export const powerOfElement = (path: readonly string[], index: number, outer: Power): Power =>
  index > 0 && path[0] === 'fit' && POLYNOMIAL.has(path[1] ?? '')
    ? { corrected: outer.corrected, measured: outer.measured - index }
    : outer;

/** The largest value of a unit in a request; 1 without a unit. */
export function magnitude(power: Power, sizes: Magnitudes): number {
  if (power === UNITLESS) return 1;
  return sizes.corrected ** power.corrected * sizes.measured ** power.measured;
}

export function largestMagnitudes(request: AnalysisRequest): Magnitudes {
  let corrected = 0;
  let measured = 0;
  for (const run of [request.points, request.as_found_points ?? [], request.verification_points ?? []]) {
    for (const point of run) {
      corrected = Math.max(corrected, Math.abs(point.reference));
      measured = Math.max(measured, Math.abs(point.measured));
    }
  }
  return { corrected: corrected || 1, measured: measured || 1 };
}
