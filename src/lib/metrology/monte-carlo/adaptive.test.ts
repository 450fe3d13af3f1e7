import { expect, test } from 'vitest';
import { adaptiveTrials } from './adaptive.ts';
import type { TrialJob, TrialSteps } from './trial-job.ts';
import type { TrialModel } from './trial-model.ts';

const model: TrialModel = {
  measured: 0,
  curve: { model: 'none', coefficients: [] },
  factor: [],
  freedom: null,
  terms: [],
  joint: []
};
const jobOf = (from: number, to: number) => ({ model, seed: 1, from, to });

function firstJobs(steps: TrialSteps<Float64Array[]>): readonly TrialJob[] {
  const first = steps.next();
  return first.done === true ? [] : first.value;
}

test.each([0.5, 0.9545, 0.9999, 1 - 1e-9, 1])('with p = %f it asks for blocks one after another, never none', (p) => {
  const jobs = firstJobs(adaptiveTrials(jobOf, p, 2, 5));
  expect(jobs.length).toBeGreaterThanOrEqual(2);
  expect(jobs[0]?.from).toBe(0);
  jobs.slice(1).forEach(({ from }, i) => expect(from).toBe(jobs[i]?.to));
  expect(jobs.at(-1)?.to).toBeLessThanOrEqual(10_000_000);
});

test('how many blocks were computed ahead does not matter: the first ones that settle are the result', () => {
  const steps = adaptiveTrials(jobOf, 0.95, 2, 5);
  const end = steps.next(firstJobs(steps).map(() => new Float64Array(10_000).fill(3)));
  expect(end.done).toBe(true);
  expect(end.value).toHaveLength(2);
});

test('a block without finite numbers ends it at once', () => {
  const steps = adaptiveTrials(jobOf, 0.95, 2, 5);
  steps.next();
  const broken = Float64Array.from({ length: 10_000 }, () => Number.NaN);
  const end = steps.next([broken, broken, broken, broken]);
  expect(end.done).toBe(true);
  expect(end.value).toHaveLength(1);
});
