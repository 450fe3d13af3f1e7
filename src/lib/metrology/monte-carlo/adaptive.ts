import { areFinite, numericalTolerance, summarizeParts, type TrialSummary } from './summary.ts';
import type { TrialJob, TrialSteps } from './trial-job.ts';

const LEAST_BLOCK = 10_000;
const MOST_TRIALS = 10_000_000;
/** Blocks requested at once: enough for several workers, but not many more than were needed so far. */
const FEWEST_AHEAD = 4;
const MOST_AHEAD = 64;

/**
 * Trials in blocks until mean, standard uncertainty and both ends of the interval have settled to the tolerance δ of `digits`
 * significant digits of u, divided by `strictness` (5 where a GUM result is to be validated, 8.2).
 *
 * Several blocks are requested at a time but counted one by one, so the number computed ahead does not matter. Stops at
 * 10⁷ trials. Returns the counted blocks, each sorted. A block with a number that is not finite ends it, because the
 * caller then refuses. Source: JCGM 101:2008 7.9.4.
 */
export function* adaptiveTrials(
  jobOf: (from: number, to: number) => TrialJob,
  p: number,
  digits: number,
  strictness: number
): TrialSteps<Float64Array[]> {
  // Even for a probability so close to one that its blocks are very large, two blocks are computed.
  const block = Math.min(MOST_TRIALS / 2, Math.max(LEAST_BLOCK, Math.ceil(100 / (1 - p))));
  const most = Math.floor(MOST_TRIALS / block);
  const blocks: Float64Array[] = [];
  const found: TrialSummary[] = [];
  while (blocks.length < most) {
    const ahead = Math.min(MOST_AHEAD, Math.max(FEWEST_AHEAD, blocks.length >> 2), most - blocks.length);
    const first = blocks.length;
    const jobs = Array.from({ length: ahead }, (_, i) => jobOf((first + i) * block, (first + i + 1) * block));
    for (const values of yield jobs) {
      blocks.push(values);
      if (!areFinite(values)) return blocks;
      found.push(summarizeParts([values], p));
      if (found.length >= 2 && hasSettled(found, digits, strictness)) return blocks;
    }
  }
  return blocks;
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
