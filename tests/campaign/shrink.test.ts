import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chance, seedOfRun } from './chance.ts';
import { drawPlan, type Plan } from './plan.ts';
import { shrink } from './shrink.ts';

const drawn = (seed: number): Plan =>
  drawPlan(chance(seedOfRun(seed, 0)), { faults: ['app-killed', 'answers-cut'], devices: 3, tablets: 1 });
const nothingSaved = [0, 0, 0];

test('only what the failure needs is left of a plan', async () => {
  const needs = ({ before, during, lastsMs }: Plan) => (before[1] ?? 0) > 0 && (during[2] ?? 0) > 0 && lastsMs >= 200;
  const seed = [...Array(100).keys()].find((one) => drawn(one).lastsMs > 900) ?? 0;
  const least = await shrink(drawn(seed), async (plan) => needs(plan));
  expect(least).toMatchObject({ before: [0, 1, 0], during: [0, 0, 1], callers: 0, answers: 0, tablet: false });
  expect(least.lastsMs).toBeGreaterThanOrEqual(200);
  expect(least.lastsMs).toBeLessThan(400);
});

test('a plan that always fails becomes nothing, one that never fails again stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const plan = drawn(seed);
      const { fault, faultSeed } = plan;
      const empty = { before: nothingSaved, during: nothingSaved, callers: 0, answers: 0, lastsMs: 0, tablet: false };
      expect(await shrink(plan, async () => true)).toEqual({ fault, faultSeed, ...empty });
      expect(await shrink(plan, async () => false)).toBe(plan);
    })
  );
});

test('every plan that is tried fails or is dropped: what is returned has failed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (seed, other) => {
      const fate = chance(other);
      const failed = new Set<Plan>();
      const plan = drawn(seed);
      const least = await shrink(plan, async (one) => {
        const fails = fate.next() < 0.5;
        if (fails) failed.add(one);
        return fails;
      });
      expect(least === plan || failed.has(least)).toBe(true);
    })
  );
});

test('the share of runs with a browser changes nothing else of them', () => {
  const runs = (tablets: number) =>
    Array.from({ length: 200 }, (_, run) =>
      drawPlan(chance(seedOfRun(7, run)), { faults: ['a', 'b', 'c'], devices: 3, tablets })
    );
  const [without, some] = [runs(0), runs(0.25)];
  expect(some.map((plan) => ({ ...plan, tablet: false }))).toEqual(without);
  const share = some.filter(({ tablet }) => tablet).length / some.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.35);
});
