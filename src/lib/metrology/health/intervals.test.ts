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
    expect(growth.coefficients[0]).toBeCloseTo(1e-3, 4);
    const limits = { lower: -1, upper: 1 };
    const days = intervalByVariables(growth, { error: 0.2, u: 0 }, limits, 0.95, 3650) ?? Number.NaN;
    expect(days).toBeGreaterThan(600);
    expect(days).toBeLessThan(800);
    // Half of the five per cent lies beyond the upper limit on that day.
    expect(riskOfGrowth(growth, { error: 0.2, u: 0 }, limits, days)).toBeLessThanOrEqual(0.025);
    expect(riskOfGrowth(growth, { error: 0.2, u: 0 }, limits, days + 2)).toBeGreaterThan(0.025);
  });

  test('is none within the horizon for wide limits, and nothing for an error that is outside at once', () => {
    if (growth === null) throw new Error('No growth was found.');
    expect(intervalByVariables(growth, { error: 0, u: 0 }, { lower: null, upper: 100 }, 0.95, 3650)).toBeNull();
    expect(intervalByVariables(growth, { error: 5, u: 0 }, { lower: -1, upper: 1 }, 0.95, 3650)).toBe(0);
  });

  test('is shorter the less is known of the error at its start', () => {
    if (growth === null) throw new Error('No growth was found.');
    const days = [0, 0.05, 0.1].map((u) =>
      intervalByVariables(growth, { error: 0.2, u }, { lower: -1, upper: 1 }, 0.95, 3650)
    );
    expect([...days].sort((a, b) => (b ?? 0) - (a ?? 0))).toEqual(days);
    expect(new Set(days).size).toBe(3);
  });

  test('of a parabola ends where it first leaves, though it comes back', () => {
    const rising = Array.from({ length: 8 }, (_, i) => 40 * (i + 1)).map((days, i) => ({
      days,
      change: 0.02 * days - 5e-5 * days * days + 1e-4 * (i % 2),
      u: 0
    }));
    const parabola = growthOf(rising, 2);
    if (parabola === null) throw new Error('No growth was found.');
    expect(parabola.coefficients[1]).toBeCloseTo(-5e-5, 6);
    // It reaches 1.5 after 100 days, its top after 200, and is back at 1.5 after 300.
    expect(intervalByVariables(parabola, { error: 0, u: 0 }, { lower: null, upper: 1.5 }, 0.95, 390)).toBeGreaterThan(
      97
    );
    expect(intervalByVariables(parabola, { error: 0, u: 0 }, { lower: null, upper: 1.5 }, 0.95, 390)).toBeLessThan(100);
    expect(growthOf(rising.slice(0, 2), 2)).toBeNull();
    expect(
      growthOf(
        rising.map((one) => ({ ...one, days: 365 })),
        2
      )
    ).toBeNull();
  });

  test('needs two changes over time', () => {
    expect(growthOf(changes.slice(1, 2))).toBeNull();
    expect(growthOf([...changes, { days: 0, change: 1, u: 1 }])).toBeNull();
  });

  test('without uncertainties the scatter decides', () => {
    expect(growthOf(changes.map((change) => ({ ...change, u: 0 })))?.coefficients[0]).toBeCloseTo(1e-3, 4);
  });
});
