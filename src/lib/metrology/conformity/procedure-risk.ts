import { normalUpperTail } from '../distributions/normal.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { ConformityRequest, Judgement, Population, ProcedureRisk } from '../types.ts';
import { globalRisk } from './global-risk.ts';
import type { Limits } from './limits.ts';

/** The judgement of a run with the largest ratio of U to the tolerance, and the index of its point. */
export type Tightest = { readonly judgement: Judgement; readonly index: number };

/**
 * Whichever of two has the larger ratio of U to the tolerance, or, with a single limit, the larger U. A tolerance of
 * zero width comes last.
 */
export function tighter(known: Tightest | null, judgement: Judgement, index: number): Tightest {
  return known === null || tightness(judgement) > tightness(known.judgement) ? { judgement, index } : known;
}

function tightness({ lower, upper, expanded_uncertainty: expanded }: Judgement): number {
  if (lower === null || upper === null) return expanded;
  return upper > lower ? expanded / (upper - lower) : -1;
}

/**
 * The greatest risk of the procedure for a population of instruments: true errors normal as in `population`, measured
 * errors normal about them with the standard uncertainty of that point, accepted within the decision rule's limits (for
 * `non_binary` the tolerance, because a conditional pass also accepts). Refuses with `population_impossible` a share
 * that no such distribution can have.
 * Source: JCGM 106:2012 9.3–9.5.
 */
export function procedureRisk(
  { rule }: Pick<ConformityRequest, 'rule'>,
  population: Population,
  { judgement, index }: Tightest
): ProcedureRisk {
  const { lower, upper, acceptance_lower, acceptance_upper, expanded_uncertainty, k } = judgement;
  const tolerance: Limits = { lower, upper };
  const acceptance = rule === 'non_binary' ? tolerance : { lower: acceptance_lower, upper: acceptance_upper };
  const mean = population.mean ?? 0;
  const sd = population.standard_deviation ?? deviationFor(population.in_tolerance ?? 0, mean, tolerance);
  const u = expanded_uncertainty / k;
  return {
    point: index,
    mean,
    standard_deviation: sd,
    standard_uncertainty: u,
    ...globalRisk({ kind: 'normal', mean, sd }, u, tolerance, acceptance)
  };
}

/** The standard deviation about a mean for which the share is inside the limits; the share falls as it grows. */
function deviationFor(share: number, mean: number, { lower, upper }: Limits): number {
  const [below, above] = [lower === null ? Infinity : mean - lower, upper === null ? Infinity : upper - mean];
  const nearest = Math.min(below, above);
  const inside = (sd: number): number => 1 - normalUpperTail(below / sd) - normalUpperTail(above / sd);
  const oneSided = below === Infinity || above === Infinity;
  if (!(nearest > 0)) {
    const message = 'Where the mean error of the instruments is out of tolerance, state their standard deviation.';
    throw new AnalysisRefusal('population_impossible', ['conformity', 'population', 'mean'], message);
  }
  if (oneSided && !(share > 0.5)) {
    const message = 'With one limit and the mean inside, more than half of the instruments are in tolerance.';
    throw new AnalysisRefusal('population_impossible', ['conformity', 'population', 'in_tolerance'], message);
  }
  let [low, high] = [nearest / 40, nearest];
  for (let step = 0; step < 200 && inside(high) > share; step++) high *= 4;
  for (let step = 0; step < 200; step++) {
    const middle = 0.5 * (low + high);
    if (middle === low || middle === high) break;
    if (inside(middle) > share) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
