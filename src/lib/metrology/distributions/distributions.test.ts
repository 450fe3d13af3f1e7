import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chiSquaredCumulative, chiSquaredQuantile, chiSquaredUpperTail } from './chi-squared.ts';
import { fisherCumulative, fisherQuantile, fisherUpperTail } from './fisher-f.ts';
import { normalCumulative, normalQuantile, normalUpperTail } from './normal.ts';
import { logGamma } from './stirling-error.ts';
import { studentCumulative, studentQuantile, studentUpperQuantile, studentUpperTail } from './student-t.ts';

const freedom = fc.double({ min: 0.5, max: 1e7, noNaN: true });
const probability = fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true });

function expectRelative(value: number, truth: number, tolerance: number): void {
  expect(Math.abs(value / truth - 1), `${value} is not ${truth}`).toBeLessThan(tolerance);
}

describe('values that are known in closed form', () => {
  test('the normal tails of the decision rules', () => {
    // Φ(−2), Φ(−6): ILAC-G8:09/2019 table 1 and 60-digit evaluations.
    expectRelative(normalUpperTail(2), 0.022750131948179207, 1e-14);
    expectRelative(normalUpperTail(6), 9.865876450376981e-10, 1e-13);
    expect(normalUpperTail(0)).toBe(0.5);
  });

  test("Student's t with one and two degrees of freedom", () => {
    for (const t of [-40, -1, 0.3, 2, 1e4]) {
      expect(Math.abs(studentCumulative(t, 1) - (0.5 + Math.atan(t) / Math.PI))).toBeLessThan(2e-15);
      expect(Math.abs(studentCumulative(t, 2) - (0.5 + t / (2 * Math.sqrt(2 + t * t))))).toBeLessThan(2e-15);
    }
    expectRelative(studentUpperTail(1e8, 1), 1 / (Math.PI * 1e8), 1e-13);
  });

  test('chi-squared with two degrees of freedom is exponential', () => {
    for (const x of [1e-6, 0.5, 3, 100]) expectRelative(chiSquaredUpperTail(x, 2), Math.exp(-x / 2), 1e-14);
  });

  test('quantiles of chi-squared a hundred powers of ten below its mean', () => {
    expectRelative(chiSquaredQuantile(3.156203424854984e-5, 0.03), 1e-300, 1e-11);
    expectRelative(chiSquaredQuantile(7.978845608028654e-101, 1), 1e-200, 1e-12);
    expectRelative(chiSquaredQuantile(1.25e-141, 4), 1e-70, 1e-12);
    expect(chiSquaredQuantile(1e-9, 0.01)).toBe(0);
  });

  test('the logarithm of factorials', () => {
    let factorial = 1;
    for (let n = 1; n < 20; n++) {
      factorial *= n;
      expect(Math.abs(logGamma(n + 1) - Math.log(factorial))).toBeLessThan(1e-13);
    }
  });
});

describe('relations between the distributions', () => {
  test('both tails add up to one', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), freedom, (t, nu) => {
        expect(Math.abs(studentCumulative(t, nu) + studentUpperTail(t, nu) - 1)).toBeLessThan(1e-14);
        expect(Math.abs(normalCumulative(t) + normalUpperTail(t) - 1)).toBeLessThan(1e-14);
      })
    );
  });

  test("the square of Student's t is F with one and ν degrees of freedom", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 20, noNaN: true }), freedom, (t, nu) => {
        const tail = 2 * studentUpperTail(t, nu);
        expect(Math.abs(fisherUpperTail(t * t, 1, nu) - tail)).toBeLessThan(1e-12 * Math.max(tail, 1e-6));
      })
    );
  });

  test('chi-squared with one degree of freedom is the square of a normal variable', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 8, noNaN: true }), (z) => {
        expectRelative(chiSquaredUpperTail(z * z, 1), 2 * normalUpperTail(z), 1e-12);
      })
    );
  });

  test("Student's t tends to the normal distribution", () => {
    for (const t of [0.5, 2, 6]) expectRelative(studentUpperTail(t, 1e12), normalUpperTail(t), 1e-9);
    expect(studentUpperTail(2, Infinity)).toBe(normalUpperTail(2));
  });
});

describe('quantiles undo the probabilities', () => {
  test("of Student's t and the normal distribution", () => {
    fc.assert(
      fc.property(probability, freedom, (q, nu) => {
        const t = studentUpperQuantile(q, nu);
        expect(Math.abs(studentUpperTail(t, nu) - q)).toBeLessThan(1e-12 * q + 2e-16);
        expect(studentQuantile(q, nu)).toBe(-t);
        expect(Math.abs(normalCumulative(normalQuantile(q)) - q)).toBeLessThan(1e-12 * q + 2e-16);
      }),
      { numRuns: 300 }
    );
  });

  test('of chi-squared and F', () => {
    const nu = fc.double({ min: 0.5, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(probability, nu, nu, (p, nu1, nu2) => {
        expect(Math.abs(chiSquaredCumulative(chiSquaredQuantile(p, nu1), nu1) - p)).toBeLessThan(1e-11);
        const f = fisherQuantile(p, nu1, nu2);
        fc.pre(f > 1e-250 && f < 1e250);
        expect(Math.abs(fisherCumulative(f, nu1, nu2) - p)).toBeLessThan(1e-10);
      }),
      { numRuns: 200 }
    );
  });
});
