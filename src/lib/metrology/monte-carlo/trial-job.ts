import { runTrials, type TrialModel } from './trial-model.ts';

/** The trials from (inclusive) to (exclusive) of a model under a seed: plain data, so that it can be posted to a worker. */
export type TrialJob = {
  readonly model: TrialModel;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
};

/**
 * A computation that stops whenever it needs trials: it yields jobs and continues with the sorted trials of each, in
 * the order of the jobs. The caller decides where they are computed; the result is the same everywhere.
 */
export type TrialSteps<Result> = Generator<readonly TrialJob[], Result, readonly Float64Array[]>;

/** Maximum number of trials in a job: the unit of progress, cancelling and distribution. */
const LARGEST_JOB = 250_000;
/** Minimum number of trials worth a message to a worker. */
const SMALLEST_JOB = 10_000;
/** Minimum number of jobs into which a single request with enough trials is divided. */
const SHARES = 16;

/**
 * Does one job: its trials in the unit of the reference, in ascending order, NaN last. Pure, so any worker may do any
 * job.
 * Source: JCGM 101:2008 7.4, 7.5.
 */
export function runTrialJob({ model, seed, from, to }: TrialJob): Float64Array {
  return runTrials(model, seed, from, to).sort();
}

/** Runs a computation to its end with every job in this thread. Throws what the computation throws. */
export function driveHere<Result>(steps: TrialSteps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map(runTrialJob));
  return step.value;
}

/** The trials 0 to `count` as ranges; their size depends only on the count. */
export function rangesOf(count: number): { readonly from: number; readonly to: number }[] {
  const size = Math.min(LARGEST_JOB, Math.max(SMALLEST_JOB, Math.ceil(count / SHARES)));
  const ranges = [];
  for (let from = 0; from < count; from += size) ranges.push({ from, to: Math.min(count, from + size) });
  return ranges;
}
