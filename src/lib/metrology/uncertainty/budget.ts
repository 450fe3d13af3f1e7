import { AnalysisRefusal } from '../refusal.ts';
import type { BudgetEntry, UncertaintyRequest } from '../types.ts';
import { budgetEntry, type BudgetTerm, type Situation } from './budget-terms.ts';
import { atLeast, capabilityAt } from './capability.ts';
import { linksOf, type Correlations } from './correlations.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { dominantOf, mayDominate } from './dominant.ts';
import { effectiveDegreesOfFreedom, type VariancePart } from './welch-satterthwaite.ts';

/** The uncertainty of one value. `freedom` is Infinity if nothing limits it. */
export type Evaluation = {
  readonly combined: number;
  readonly freedom: number;
  readonly k: number;
  /** Shape of a dominant rectangle or trapezoid; null if the value is distributed as Student's t. */
  readonly beta: number | null;
  /** The coverage probability of k. */
  readonly probability: number;
  /** U = k·u_c. */
  readonly expanded: number;
  /** U for a coverage probability of 95 %, whichever was requested: for the test uncertainty ratio. */
  readonly expanded95: number;
};

/** A budget that can be evaluated at any indication. */
export type Budget = {
  readonly coverage: Coverage;
  /** The uncertainty as reported: not below the laboratory's capability (capability.ts). */
  readonly evaluate: (at: Situation) => Evaluation;
  /** The same from the lines alone. */
  readonly ownEvaluation: (at: Situation) => Evaluation;
  /** The lines that count at that indication. */
  readonly entries: (at: Situation) => BudgetEntry[];
  /** The lines that count at that indication, ready to be evaluated. */
  readonly countingTerms: (at: Situation) => BudgetTerm[];
  /** Whether a rectangle dominates there but is not used, because the rest has too few degrees of freedom. */
  readonly restrictsDominance: (at: Situation) => boolean;
  /** Whether the resolution is covered by the scatter of the readings there. */
  readonly leavesOutResolution: (at: Situation) => boolean;
};

/**
 * Combines the lines of a budget: u_c² = Σ Σ r_ij c_i u_i c_j u_j, ν_eff by Welch and Satterthwaite, U = k·u_c.
 *
 * Resolution is omitted if the scatter comes from readings (which were rounded too) and is larger, unless
 * `count_resolution` includes both. Source: JCGM 100:2008 5.1, 5.2, G.4; EA-4/02 M:2022 4.
 */
export function budgetOf(
  request: UncertaintyRequest,
  terms: readonly BudgetTerm[],
  correlations: Correlations | null
): Budget {
  const coverage = coverageOf(request);
  const correlated = correlations?.pairs.some(({ r }) => r !== 0) === true;
  const dominates = mayDominate(request) && !correlated;
  const resolution =
    request.count_resolution === true ? undefined : terms.find((term) => term.isOwn && term.source === 'resolution');
  const scatter = terms.find((term) => term.isOwn && term.source === 'repeatability' && term.type === 'A');
  const size = (term: BudgetTerm, at: Situation): number => term.sensitivity(at) * term.standardUncertainty(at);
  const leavesOutResolution = (at: Situation): boolean =>
    resolution !== undefined && scatter !== undefined && Math.abs(size(scatter, at)) > Math.abs(size(resolution, at));
  const contributions = (at: Situation): Float64Array => {
    const parts = new Float64Array(terms.length);
    for (let i = 0; i < parts.length; i++) parts[i] = size(terms[i] as BudgetTerm, at);
    if (resolution !== undefined && leavesOutResolution(at)) parts[terms.indexOf(resolution)] = 0;
    return parts;
  };
  const countsAt = (at: Situation): ((term: BudgetTerm) => boolean) => {
    const without = leavesOutResolution(at) ? resolution : undefined;
    return (term) => term !== without && term.counts?.(at) !== false;
  };
  const independent = independentParts(terms, correlations);
  const freedomOf = (parts: Float64Array): number =>
    effectiveDegreesOfFreedom(independent(parts), combine(parts, correlations));
  const ownEvaluation = (at: Situation): Evaluation => {
    const parts = contributions(at);
    const combined = Math.sqrt(combine(parts, correlations));
    const freedom = coverage.freedom(freedomOf(parts));
    const beta = dominates ? dominantOf(terms, parts, freedomOf).beta : null;
    const k = beta === null ? coverage.factor(freedom) : coverage.dominantFactor(beta);
    const probability = coverage.probability(k, freedom);
    return {
      combined,
      freedom,
      k,
      beta,
      probability,
      expanded: k * combined,
      expanded95: coverage.factor95(freedom, beta) * combined
    };
  };
  return {
    coverage,
    leavesOutResolution,
    countingTerms: (at) => terms.filter(countsAt(at)),
    restrictsDominance: (at) => dominates && dominantOf(terms, contributions(at), freedomOf).restricted,
    ownEvaluation,
    evaluate: (at) => atLeast(capabilityAt(request.cmc, at.reference ?? at.corrected), ownEvaluation(at)),
    entries: (at) => {
      const parts = contributions(at);
      const variance = combine(parts, correlations);
      const counts = countsAt(at);
      return terms.flatMap((term, i) => {
        if (!counts(term)) return [];
        const share = variance > 0 ? ((parts[i] ?? 0) * withOthers(parts, correlations, i)) / variance : 0;
        return [budgetEntry(term, at, share)];
      });
    }
  };
}

/** u_c². Refuses with `overflow` what cannot be squared. */
function combine(parts: Float64Array, correlations: Correlations | null): number {
  let sum = 0;
  for (const part of parts) sum += part * part;
  for (const { i, j, r } of correlations?.pairs ?? []) sum += 2 * r * (parts[i] ?? 0) * (parts[j] ?? 0);
  if (!Number.isFinite(sum)) {
    throw new AnalysisRefusal(
      'overflow',
      ['uncertainty'],
      'The contributions to the uncertainty are too large to combine.'
    );
  }
  return Math.max(0, sum);
}

/** Σ_j r_ij c_j u_j of line i. */
function withOthers(parts: Float64Array, correlations: Correlations | null, i: number): number {
  let sum = parts[i] ?? 0;
  for (const pair of correlations?.pairs ?? []) {
    if (pair.i === i) sum += pair.r * (parts[pair.j] ?? 0);
    if (pair.j === i) sum += pair.r * (parts[pair.i] ?? 0);
  }
  return sum;
}

/**
 * The independent parts of the variance: lines that share one standard deviation are one part, and so are lines of
 * finite ν that are correlated with one another, with their smallest ν. The grouping is the same everywhere; the
 * returned function fills in the variances, and its next call overwrites them.
 */
function independentParts(
  terms: readonly BudgetTerm[],
  correlations: Correlations | null
): (parts: Float64Array) => readonly VariancePart[] {
  const found: { variance: number; degreesOfFreedom: number }[] = [];
  const limited = (i: number): boolean => terms[i]?.degreesOfFreedom !== Infinity;
  const sharing = terms.flatMap(({ shared }, i) => {
    const first = terms.findIndex((term) => shared !== null && term.shared === shared);
    return first < 0 || first === i ? [] : [{ i: first, j: i, r: 1 }];
  });
  const among = [...sharing, ...(correlations?.pairs ?? [])].filter(({ i, j }) => limited(i) && limited(j));
  const linkedWith = linksOf(among, terms.length);
  const byKey = new Map<number, number>();
  const placeOf = terms.map((term, i) => {
    if (!limited(i)) return -1;
    const key = linkedWith[i] ?? i;
    const place = byKey.get(key) ?? found.length;
    byKey.set(key, place);
    const known = found[place];
    if (known === undefined) found.push({ variance: 0, degreesOfFreedom: term.degreesOfFreedom });
    else known.degreesOfFreedom = Math.min(known.degreesOfFreedom, term.degreesOfFreedom);
    return place;
  });
  const linked = (correlations?.pairs ?? []).filter(({ i, j }) => placeOf[i] !== -1 && placeOf[j] !== -1);
  return (parts) => {
    for (const part of found) part.variance = 0;
    for (let i = 0; i < parts.length; i++) {
      const part = found[placeOf[i] as number];
      if (part !== undefined) part.variance += (parts[i] as number) * (parts[i] as number);
    }
    for (const { i, j, r } of linked) {
      const part = found[placeOf[i] as number];
      if (part !== undefined) part.variance += 2 * r * (parts[i] as number) * (parts[j] as number);
    }
    return found;
  };
}
