import { AnalysisRefusal } from '../refusal.ts';

/** Points with standard uncertainties in both directions; null for a direction without any. */
export type BothSides = {
  readonly argument: Float64Array;
  readonly response: Float64Array;
  readonly uArgument: Float64Array | null;
  readonly uResponse: Float64Array | null;
};

/** The least squares problem whose solution also minimises the distances in both directions. */
export type AdjustedProblem = {
  /** η: the arguments moved along their uncertainties onto the curve. */
  readonly argument: Float64Array;
  /** x − f′(η)(y − η). */
  readonly response: Float64Array;
  /** 1/(u_x² + f′(η)² u_y²). */
  readonly weights: Float64Array;
};

/**
 * One step of the errors-in-both-variables iteration: linearises the curve at the adjusted arguments η and moves them.
 *
 * `curve` gives value and slope. With `keepArguments` η remains y: then only the weights change (method wls). Refuses
 * with `zero_weight` if a point's uncertainty vanishes because the curve is level there.
 * Source: ISO/TS 28037:2010 clause 7; D. York et al., Am. J. Phys. 72 (2004) 367.
 */
export function adjust(
  points: BothSides,
  curve: (argument: number) => { readonly value: number; readonly slope: number },
  before: Float64Array,
  keepArguments: boolean
): AdjustedProblem {
  const count = points.argument.length;
  const argument = new Float64Array(count);
  const response = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const y = points.argument[i] as number;
    const x = points.response[i] as number;
    const uy = points.uArgument?.[i] ?? 0;
    const ux = points.uResponse?.[i] ?? 0;
    let eta = keepArguments ? y : (before[i] as number);
    let at = curve(eta);
    const variance = (): number => ux * ux + at.slope * at.slope * uy * uy;
    if (!keepArguments && uy > 0) {
      const moved = y + (uy * uy * at.slope * (x - at.value - at.slope * (y - eta))) / variance();
      if (Number.isFinite(moved)) {
        eta = moved;
        at = curve(eta);
      }
    }
    weights[i] = 1 / variance();
    if (!((weights[i] as number) > 0 && (weights[i] as number) < Infinity)) throw vanishing(i);
    argument[i] = eta;
    response[i] = keepArguments ? x : x - at.slope * (y - eta);
  }
  return { argument, response, weights };
}

/** Largest change between two steps: of the weights as a ratio, of the arguments in parts of their spread. */
export function largestMove(before: AdjustedProblem, after: AdjustedProblem): number {
  let largest = 0;
  let low = Infinity;
  let high = -Infinity;
  for (const value of after.argument) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const spread = Math.max(high - low, 1e-300);
  for (let i = 0; i < after.weights.length; i++) {
    const ratio = Math.abs((after.weights[i] as number) / (before.weights[i] as number) - 1);
    const moved = Math.abs((after.argument[i] as number) - (before.argument[i] as number)) / spread;
    largest = Math.max(largest, ratio, moved);
  }
  return largest;
}

/** The refusal of an iteration that does not end. */
export function unstable(): AnalysisRefusal {
  return new AnalysisRefusal(
    'weights_unstable',
    ['points'],
    'The weights that follow from u_measured and the slope of the curve do not settle; choose another model or degree.'
  );
}

function vanishing(index: number): AnalysisRefusal {
  return new AnalysisRefusal(
    'zero_weight',
    ['points', index, 'u_measured'],
    'The uncertainty of this point vanishes where the curve is level: give u_reference too.'
  );
}
