import { numericalTolerance, summarize, type TrialSummary } from './summary.ts';

/** Computes trials from (inclusive) to (exclusive). */
export type TrialRange = (from: number, to: number) => Float64Array;

const LEAST_BLOCK = 10_000;
const MOST_TRIALS = 10_000_000;

/**
 * Trials in blocks until mean, standard uncertainty and both ends of the interval have settled to the tolerance δ of `digits`
 * significant digits of u, divided by `strictness` (5 where a GUM result is to be validated, 8.2).
 *
 * `trials` computes any range; blocks are ranges, so a caller with workers may compute them ahead. Stops at 10⁷ trials.
 * Returns all trials in order. Source: JCGM 101:2008 7.9.4.
 */
export function adaptiveTrials(trials: TrialRange, p: number, digits: number, strictness: number): Float64Array {
  const block = Math.max(LEAST_BLOCK, Math.ceil(100 / (1 - p)));
  const blocks: Float64Array[] = [];
  const found: TrialSummary[] = [];
  while ((blocks.length + 1) * block <= MOST_TRIALS) {
    const from = blocks.length * block;
    const values = trials(from, from + block);
    blocks.push(values);
    found.push(summarize(values.slice(), p));
    if (found.length >= 2 && hasSettled(found, digits, strictness)) break;
  }
  const all = new Float64Array(blocks.length * block);
  blocks.forEach((values, k) => all.set(values, k * block));
  return all;
}

function hasSettled(found: readonly TrialSummary[], digits: number, strictness: number): boolean {
  const u = average(found.map((summary) => summary.standardUncertainty));
  const tolerance = numericalTolerance(u, digits) / strictness;
  const quantities: ((summary: TrialSummary) => number)[] = [
    (summary) => summary.mean,
    (summary) => summary.standardUncertainty,
    (summary) => summary.symmetric[0],
    (summary) => summary.symmetric[1]
  ];
  return quantities.every((pick) => 2 * scatterOfAverage(found.map(pick)) <= tolerance);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function scatterOfAverage(values: readonly number[]): number {
  const mean = average(values);
  const square = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(square / (values.length * (values.length - 1)));
}
