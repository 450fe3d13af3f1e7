import { describe, expect, test } from 'vitest';
import { intervalByReliability, type IntervalTest } from './interval-s2.ts';
import { growthOf, intervalByVariables, riskOfGrowth } from './interval-variables.ts';

const tests = (days: number, passed: number, failed: number): IntervalTest[] => [
  ...Array.from({ length: passed }, () => ({ days, passed: true })),
  ...Array.from({ length: failed }, () => ({ days, passed: false }))
];

describe('the interval from a reliability curve', () => {
  test('of one tested interval is the exponential through its share', () => {
    const found = intervalByReliability(tests(365, 18, 2), 0.95);
    expect(found?.model).toBe('exponential');
    expect(found?.reliability).toBeCloseTo(0.9, 12);
    expect(found?.days).toBeCloseTo((365 * Math.log(0.95)) / Math.log(0.9), 8);
  });

  test('bends where failures come late, and falls to the target where it says', () => {
    const late = [...tests(100, 40, 0), ...tests(200, 39, 1), ...tests(400, 20, 20)];
    const found = intervalByReliability(late, 0.95);
    expect(found?.model).toBe('weibull');
    expect(found?.shape).toBeGreaterThan(2);
    const reliability = Math.exp(-(((found?.days ?? 0) / (found?.scale ?? 1)) ** (found?.shape ?? 1)));
    expect(reliability).toBeCloseTo(0.95, 10);
    expect(found?.days).toBeGreaterThan(100);
    expect(found?.days).toBeLessThan(400);
  });

  test('is likelier than any of its neighbours', () => {
    const history = [...tests(90, 9, 1), ...tests(180, 8, 2), ...tests(365, 6, 5), ...tests(30, 4, 1)];
    const found = intervalByReliability(history, 0.9);
    const likelihood = (scale: number, shape: number): number =>
      history.reduce((sum, { days, passed }) => {
        const survival = Math.exp(-((days / scale) ** shape));
        return sum + Math.log(passed ? survival : 1 - survival);
      }, 0);
    const [scale, shape] = [found?.scale ?? 0, found?.shape ?? 0];
    const best = likelihood(scale, shape);
    for (const factor of [0.97, 1.03]) expect(likelihood(scale * factor, shape)).toBeLessThan(best);
  });

  test('does not exist without a failure, nor without a pass', () => {
    expect(intervalByReliability(tests(365, 30, 0), 0.95)).toBeNull();
    expect(intervalByReliability(tests(365, 0, 3), 0.95)).toBeNull();
    expect(intervalByReliability([], 0.95)).toBeNull();
  });
});

describe('the interval from measured changes', () => {
  const changes = [350, 370, 365, 360, 380].map((days, i) => ({
    days,
    change: 1e-3 * days + 0.01 * ((i % 3) - 1),
    u: 0.01
  }));
  const growth = growthOf(changes);

  test('is where the prediction band meets the limit', () => {
    if (growth === null) throw new Error('No growth was found.');
    expect(growth.perDay).toBeCloseTo(1e-3, 4);
    const limits = { lower: -1, upper: 1 };
    const days = intervalByVariables(growth, 0.2, limits, 0.95, 3650) ?? Number.NaN;
    expect(days).toBeGreaterThan(600);
    expect(days).toBeLessThan(800);
    // Half of the five per cent lies beyond the upper limit on that day.
    expect(riskOfGrowth(growth, 0.2, limits, days)).toBeLessThanOrEqual(0.025);
    expect(riskOfGrowth(growth, 0.2, limits, days + 2)).toBeGreaterThan(0.025);
  });

  test('is none within the horizon for wide limits, and nothing for an error that is outside at once', () => {
    if (growth === null) throw new Error('No growth was found.');
    expect(intervalByVariables(growth, 0, { lower: null, upper: 100 }, 0.95, 3650)).toBeNull();
    expect(intervalByVariables(growth, 5, { lower: -1, upper: 1 }, 0.95, 3650)).toBe(0);
  });

  test('needs two changes over time', () => {
    expect(growthOf(changes.slice(1, 2))).toBeNull();
    expect(growthOf([...changes, { days: 0, change: 1, u: 1 }])).toBeNull();
  });

  test('without uncertainties the scatter decides', () => {
    expect(growthOf(changes.map((change) => ({ ...change, u: 0 })))?.perDay).toBeCloseTo(1e-3, 4);
  });
});
