import { AnalysisRefusal } from '../refusal.ts';
import type { PointCorrelation, UncertaintyRequest } from '../types.ts';
import type { BudgetTerm } from './budget-terms.ts';
import { POINT_REFERENCE } from './scatter-terms.ts';

/** The correlations among the lines of a budget: one coefficient per pair of lines, by their indices. */
export type Correlations = {
  readonly pairs: readonly { readonly i: number; readonly j: number; readonly r: number }[];
  /** For each line the lowest index of the lines it is linked with, directly or through others. */
  readonly linkedWith: readonly number[];
};

/** An eigenvalue down to this far below zero is rounding: the matrix counts as positive semi-definite. */
const ROUNDING = 1e-12;

/**
 * The correlations of a request, by the names of the lines, and that of a point's reference with its indication; null
 * if there are none. Refuses unknown or ambiguous names, duplicate pairs, and a matrix that no random quantities could
 * have.
 * Source: JCGM 100:2008 5.2.
 */
export function correlationsOf(
  request: UncertaintyRequest,
  terms: readonly BudgetTerm[],
  points: PointCorrelation | undefined
): Correlations | null {
  const requested = request.correlations ?? [];
  const stated = requested.map(({ a, b, r }, index) => {
    const i = placeOf(a, terms, [index, 'a']);
    const j = placeOf(b, terms, [index, 'b']);
    if (i === j) throw refusal([index, 'b'], 'bad_correlation', `"${a}" cannot be correlated with itself.`);
    return { i, j, r };
  });
  const pairs = [...stated, ...ofOnePoint(terms, points?.reference_measured ?? 0)];
  if (pairs.length === 0) return null;
  const keys = pairs.map(({ i, j }) => `${Math.min(i, j)} ${Math.max(i, j)}`);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw refusal([twice], 'bad_correlation', 'This pair of contributions is given twice.');
  const used = [...new Set(pairs.flatMap(({ i, j }) => [i, j]))].sort((a, b) => a - b);
  const matrix = used.map((i) => used.map((j) => (i === j ? 1 : coefficient(pairs, i, j))));
  if (!isPositiveSemiDefinite(matrix)) {
    throw refusal(
      [],
      'correlations_impossible',
      'No quantities can be correlated like this: the matrix is not positive semi-definite.'
    );
  }
  return { pairs, linkedWith: linksOf(pairs, terms.length) };
}

/** Reference and indication of one point: an error is f(y) − x, so their common part cancels. */
function ofOnePoint(terms: readonly BudgetTerm[], r: number): Correlations['pairs'] {
  const i = terms.findIndex((term) => term.isOwn && term.source === 'repeatability');
  const j = terms.findIndex((term) => term.isOwn && term.name === POINT_REFERENCE);
  return r === 0 || i < 0 || j < 0 ? [] : [{ i, j, r: -r }];
}

function placeOf(name: string, terms: readonly BudgetTerm[], path: readonly (string | number)[]): number {
  const places = terms.flatMap((term, index) => (term.name === name ? [index] : []));
  if (places.length !== 1) {
    const cause = places.length === 0 ? 'No contribution has' : 'More than one contribution has';
    throw refusal(path, 'unknown_contribution', `${cause} the name "${name}".`);
  }
  return places[0] ?? 0;
}

function coefficient(pairs: Correlations['pairs'], i: number, j: number): number {
  return pairs.find((pair) => (pair.i === i && pair.j === j) || (pair.i === j && pair.j === i))?.r ?? 0;
}

/** Cholesky's decomposition with the largest pivot first; what remains at a vanishing pivot must vanish too. */
function isPositiveSemiDefinite(matrix: number[][]): boolean {
  const rest = matrix.map((row) => [...row]);
  const open = new Set(rest.keys());
  const at = (i: number, j: number): number => rest[i]?.[j] ?? 0;
  while (open.size > 0) {
    const pivot = [...open].reduce((best, i) => (at(i, i) > at(best, best) ? i : best));
    open.delete(pivot);
    const size = at(pivot, pivot);
    if (size <= ROUNDING) {
      return size >= -ROUNDING && [...open].every((i) => at(i, i) >= -ROUNDING && Math.abs(at(i, pivot)) <= 1e-6);
    }
    for (const i of open) {
      for (const j of open) {
        const row = rest[i];
        if (row !== undefined) row[j] = at(i, j) - (at(i, pivot) * at(pivot, j)) / size;
      }
      const row = rest[i];
      if (row !== undefined) row[pivot] = 0;
    }
  }
  return true;
}

/** For each of `count` lines the lowest index of those it is linked with by a correlation other than 0. */
export function linksOf(pairs: Correlations['pairs'], count: number): number[] {
  const root = Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => (root[i] === i ? i : find(root[i] ?? i));
  for (const { i, j, r } of pairs) {
    if (r === 0) continue;
    const [a, b] = [find(i), find(j)];
    root[Math.max(a, b)] = Math.min(a, b);
  }
  return root.map((_, i) => find(i));
}

function refusal(path: readonly (string | number)[], code: string, message: string): AnalysisRefusal {
  return new AnalysisRefusal(code, ['uncertainty', 'correlations', ...path], message);
}
