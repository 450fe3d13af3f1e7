import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exp, log, log1p } from './elementary.ts';

/** Two units of the last place: one of ours, one of the engine's. */
const ULPS = 2 * 2 ** -52;

function expectSame(value: number, truth: number): void {
  const size = Math.max(Math.abs(truth), 2 ** -1022);
  expect(Math.abs(value - truth) / size, `${value} is not ${truth}`).toBeLessThanOrEqual(ULPS);
}

describe('exponential and logarithm from arithmetic alone', () => {
  test('agree with those of the engine', () => {
    fc.assert(fc.property(fc.double({ min: -740, max: 709, noNaN: true }), (x) => expectSame(exp(x), Math.exp(x))));
    fc.assert(fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (x) => expectSame(exp(x), Math.exp(x))));
    fc.assert(fc.property(fc.double({ min: 5e-324, max: 1e308, noNaN: true }), (x) => expectSame(log(x), Math.log(x))));
    fc.assert(fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (x) => expectSame(log(x), Math.log(x))));
    fc.assert(
      fc.property(fc.double({ min: -0.999999, max: 5, noNaN: true }), (x) => expectSame(log1p(x), Math.log1p(x)))
    );
    fc.assert(
      fc.property(fc.double({ min: -1e-6, max: 1e-6, noNaN: true }), (x) => expectSame(log1p(x), Math.log1p(x)))
    );
  });

  test('keep to the ends of the numbers', () => {
    expect([exp(0), exp(-Infinity), exp(Infinity), exp(-800), exp(710)]).toEqual([1, 0, Infinity, 0, Infinity]);
    expect([log(1), log(0), log(Infinity), log1p(-1), log1p(0)]).toEqual([0, -Infinity, Infinity, -Infinity, 0]);
    expect([exp(Number.NaN), log(-1), log1p(-2)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expectSame(log(5e-324), -744.4400719213812);
    expectSame(exp(709.7), 1.6549840276802644e308);
    expect(exp(-745)).toBe(5e-324);
  });

  test('undo each other', () => {
    for (const x of [1e-300, 0.3, 2, 1e10]) expect(Math.abs(exp(log(x)) / x - 1)).toBeLessThan(2e-13);
  });
});
