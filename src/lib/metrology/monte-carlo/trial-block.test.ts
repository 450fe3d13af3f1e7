import { expect, test } from 'vitest';
import { incompleteGamma } from '../distributions/incomplete-gamma.ts';
import { normalCumulative } from '../distributions/normal.ts';
import { studentUpperTail } from '../distributions/student-t.ts';
import { inBlocks } from './propagate.ts';
import type { TrialBlock } from './trial-block.ts';

const COUNT = 1_000_000;

const drawn = (fill: (block: TrialBlock, out: Float64Array) => void, seed = 20): Float64Array =>
  inBlocks(seed, 0, COUNT, (block, _, out) => fill(block, out)).sort();

/** How many of the numbers are at most `value`, in standard deviations from the expectation. */
function deviation(sorted: Float64Array, value: number, cumulative: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= value) from = middle + 1;
    else to = middle;
  }
  return (from - COUNT * cumulative) / Math.sqrt(COUNT * cumulative * (1 - cumulative));
}

const range = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));

test('normal numbers follow the normal distribution, in the layers and beyond the last one', () => {
  const sorted = drawn((block, out) => block.normals(5, out));
  // 3.654 is where the tail of the ziggurat begins.
  for (const z of [...range(-3.6, 3.6, 145), -4.2, -3.8, -3.66, 3.66, 3.8, 4.2]) {
    expect(Math.abs(deviation(sorted, z, normalCumulative(z)))).toBeLessThan(4.8);
  }
  expect(sorted.filter((z) => Math.abs(z) > 3.6541528853610088).length).toBeGreaterThan(200);
});

test('uniform numbers are uniform and never an end', () => {
  const sorted = drawn((block, out) => block.uniforms(5, out));
  for (const u of range(0.001, 0.999, 99)) expect(Math.abs(deviation(sorted, u, u))).toBeLessThan(4.8);
  expect(sorted[0]).toBeGreaterThan(0);
  expect(sorted.at(-1)).toBeLessThan(1);
});

test.each([0.4, 1, 2.5, 40])('gamma numbers of shape %f follow the gamma distribution', (shape) => {
  const sorted = drawn((block, out) => block.gammas(4, shape, out));
  for (const x of range(0.05 * shape, 3 * shape, 60)) {
    const { lower } = incompleteGamma(shape, x);
    if (lower > 1e-4 && lower < 1 - 1e-4) expect(Math.abs(deviation(sorted, x, lower))).toBeLessThan(4.8);
  }
});

test('a normal number times its factor follows Student’s t', () => {
  const factors = new Float64Array(1024);
  const sorted = drawn((block, out) => {
    block.normals(0, out);
    block.studentFactors(1, 3, factors);
    for (let k = 0; k < out.length; k++) out[k] = (out[k] ?? 0) * (factors[k] ?? 0);
  });
  for (const t of range(-8, 8, 65)) {
    expect(Math.abs(deviation(sorted, t, 1 - studentUpperTail(t, 3)))).toBeLessThan(4.8);
  }
});

test('lanes, trials and seeds have nothing to do with each other', () => {
  const columns = [
    drawnInOrder((block, out) => block.normals(4, out), 20),
    drawnInOrder((block, out) => block.normals(8, out), 20),
    drawnInOrder((block, out) => block.normals(4, out), 21),
    drawnInOrder((block, out) => block.normals(4, out), 2 ** 32 + 20),
    drawnInOrder((block, out) => block.normals(4, out), 20).subarray(1)
  ];
  for (const [i, a] of columns.entries()) {
    for (const b of columns.slice(i + 1)) {
      const n = Math.min(a.length, b.length);
      let sum = 0;
      for (let k = 0; k < n; k++) sum += (a[k] ?? 0) * (b[k] ?? 0);
      expect(Math.abs(sum / Math.sqrt(n))).toBeLessThan(4.8);
    }
  }
});

function drawnInOrder(fill: (block: TrialBlock, out: Float64Array) => void, seed: number): Float64Array {
  return inBlocks(seed, 0, COUNT / 4, (block, _, out) => fill(block, out));
}

test('a trial’s numbers depend on no other trial: any range gives the same', () => {
  const run = (from: number, to: number): number[] =>
    Array.from(inBlocks(7, from, to, (block, _, out) => block.gammas(0, 0.6, out)));
  const whole = run(0, 5000);
  expect([...run(0, 1), ...run(1, 1023), ...run(1023, 1026), ...run(1026, 5000)]).toEqual(whole);
});
