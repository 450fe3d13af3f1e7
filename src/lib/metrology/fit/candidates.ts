import { DEGREES } from '../models/degrees.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { CovarianceKind, FitMethod, Model } from '../types.ts';
import { akaike } from './akaike.ts';
import { distanceFit } from './distance-fit.ts';
import { countDistinct } from './distinct.ts';
import { effectiveWeights } from './effective-weights.ts';
import type { FitData } from './fit-data.ts';
import { fitModel, linearModel, type LinearModel } from './linear-model.ts';

const HIGHEST_DEGREE = DEGREES.degree.max;
/** Degrees of freedom that a candidate must leave for its scatter to be meaningful. */
const LEAST_FREEDOM = 3;
/**
 * A higher degree needs an AICc smaller by at least this; otherwise the lower one has support (Burnham and Anderson
 * 2.6).
 */
const LEAST_GAIN = 4;
/** Residuals below this fraction of the response are rounding of the draft fit: the data lie on the curve. */
const ROUNDING = 2 ** -44;

export type Candidate = {
  readonly degree: number;
  readonly aicc: number | null;
  readonly residual_standard_deviation: number;
  readonly chosen: boolean;
};

/**
 * The polynomial degrees that the data allow, with the one of smallest AICc chosen.
 *
 * A higher degree is chosen only if its AICc is smaller by more than 4, and none above one whose residuals are
 * rounding. Throws `too_few_points` if there are too few points even for a line.
 */
export function polynomialCandidates(
  model: Model,
  data: FitData,
  method: FitMethod,
  kind: CovarianceKind
): Candidate[] {
  const distinct = countDistinct(data.measured, HIGHEST_DEGREE + 1);
  const found: Omit<Candidate, 'chosen'>[] = [];
  let best: { degree: number; aicc: number } | null = null;
  for (let degree = 1; degree <= HIGHEST_DEGREE && degree < distinct; degree++) {
    const freedom = data.count - degree - 1;
    if (freedom < LEAST_FREEDOM) break;
    const trial = tryDegree(model, data, method, degree);
    if (trial === null) break;
    const aicc = trial.exact ? null : akaike(kind, data.count, degree + 1, trial.square);
    found.push({ degree, aicc, residual_standard_deviation: Math.sqrt(trial.square / freedom) });
    if (trial.exact) {
      best = { degree, aicc: -Infinity };
      break;
    }
    if (aicc !== null && (best === null || aicc < best.aicc - LEAST_GAIN)) best = { degree, aicc };
  }
  if (best === null) {
    throw new AnalysisRefusal(
      'too_few_points',
      ['points'],
      `Choosing a degree needs at least 5 points with 2 different measured values; there are ${data.count}.`
    );
  }
  const chosen = best.degree;
  return found.map((candidate) => ({ ...candidate, chosen: candidate.degree === chosen }));
}

/**
 * Weights of one degree by the requested method, and the residuals they belong to: for gdr, the distances in both
 * directions.
 */
function draftOf(data: FitData, method: FitMethod, shape: LinearModel) {
  if (method === 'gdr') {
    const { weights, solution } = distanceFit(data, shape, true);
    return { weights, residuals: solution.residuals };
  }
  const weights = method === 'wls' ? effectiveWeights(data, shape) : null;
  return { weights, residuals: fitModel(data, shape, weights, true).residuals };
}

/** Sum of squares of one degree; null if the points do not determine that degree or a higher one. */
function tryDegree(
  model: Model,
  data: FitData,
  method: FitMethod,
  degree: number
): { square: number; exact: boolean } | null {
  const shape = linearModel(model, degree);
  try {
    const { weights, residuals } = draftOf(data, method, shape);
    let square = 0;
    let size = 0;
    for (let i = 0; i < data.count; i++) {
      const weight = weights === null ? 1 : (weights[i] as number);
      const r = residuals[i] as number;
      const x = data.reference[i] as number;
      square += weight * r * r;
      size += weight * x * x;
    }
    return { square, exact: square <= ROUNDING * ROUNDING * size };
  } catch (refusal) {
    if (refusal instanceof AnalysisRefusal && degree > 1) return null;
    throw refusal;
  }
}
