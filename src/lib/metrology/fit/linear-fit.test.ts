import fc from 'fast-check';
import { PolynomialRegression } from 'ml-regression';
import { describe, expect, test } from 'vitest';
import { evaluateCurve } from '../curve.ts';
import { fitData, type FitData } from './fit-data.ts';
import { curveOf, fitModel, linearModel } from './linear-model.ts';

/** Distinct abscissae well apart, and any ordinates. */
const points = fc
  .array(
    fc.record({ step: fc.double({ min: 0.5, max: 2, noNaN: true }), x: fc.double({ min: -10, max: 10, noNaN: true }) }),
    {
      minLength: 6,
      maxLength: 30
    }
  )
  .map((rows) => {
    let measured = 0;
    return rows.map(({ step, x }) => ({ measured: (measured += step), reference: x }));
  });
const degree = fc.integer({ min: 1, max: 4 });

function fittedAt(data: FitData, order: number, at: readonly number[]): number[] {
  const shape = linearModel('polynomial', order);
  const curve = curveOf(shape, fitModel(data, shape, null));
  return at.map((y) => evaluateCurve(curve, y));
}

function expectAlike(a: readonly number[], b: readonly number[], tolerance: number): void {
  const size = Math.max(1, ...a.map(Math.abs));
  a.forEach((value, i) => expect(Math.abs(value - (b[i] ?? Number.NaN))).toBeLessThan(tolerance * size));
}

describe('a polynomial fitted to points', () => {
  test('agrees with an independent implementation', () => {
    fc.assert(
      fc.property(points, degree, (list, order) => {
        const measured = list.map((point) => point.measured);
        const yardstick = new PolynomialRegression(
          measured,
          list.map((point) => point.reference),
          order
        );
        const expected = measured.map((y) => yardstick.predict(y));
        // The library solves normal equations in powers of y and keeps six digits here.
        expectAlike(fittedAt(fitData(list), order, measured), expected, 1e-6);
      })
    );
  });

  test('does not depend on where zero is', () => {
    fc.assert(
      fc.property(points, degree, fc.integer({ min: -1_000_000, max: 1_000_000 }), (list, order, shift) => {
        // Numbers with fewer digits than a double are not tested here.
        const whole = list.filter(({ reference }) => reference === 0 || Math.abs(reference) > 1e-290);
        fc.pre(whole.length === list.length);
        const moved = list.map((point) => ({ ...point, measured: point.measured + shift }));
        // The shift itself rounds the abscissae; the fit must not add to that.
        const back = moved.map((point) => ({ ...point, measured: point.measured - shift }));
        const at = moved.map((point) => point.measured);
        const here = back.map((point) => point.measured);
        expectAlike(fittedAt(fitData(moved), order, at), fittedAt(fitData(back), order, here), 1e-12);
      })
    );
  });

  test('does not depend on the units', () => {
    fc.assert(
      fc.property(points, degree, fc.integer({ min: -60, max: 60 }), (list, order, exponent) => {
        const factor = 2 ** exponent;
        const scaled = list.map((point) => ({ ...point, measured: point.measured * factor }));
        const at = list.map((point) => point.measured);
        const there = scaled.map((point) => point.measured);
        // A power of two changes no digit: the answers are equal to the last bit.
        expect(fittedAt(fitData(scaled), order, there)).toEqual(fittedAt(fitData(list), order, at));
      })
    );
  });

  test('does not depend on the order of the points', () => {
    fc.assert(
      fc.property(points, degree, (list, order) => {
        const at = list.map((point) => point.measured);
        expectAlike(fittedAt(fitData([...list].reverse()), order, at), fittedAt(fitData(list), order, at), 1e-13);
      })
    );
  });

  test('gives back a polynomial that the points lie on, with no residuals', () => {
    const exact = Array.from({ length: 12 }, (_, i) => ({
      measured: i - 4,
      reference: 3 - 2 * (i - 4) + (i - 4) ** 3
    }));
    const shape = linearModel('polynomial', 3);
    const solution = fitModel(fitData(exact), shape, null);
    expect([...solution.residuals].every((r) => r === 0)).toBe(true);
  });

  test('weights of a repeated point count like repeats of it', () => {
    const list = [
      { measured: 0, reference: 0.1 },
      { measured: 1, reference: 1.3 },
      { measured: 2, reference: 1.9 },
      { measured: 4, reference: 4.4 }
    ];
    const [first] = list;
    const repeated = first === undefined ? list : [...list, first, first];
    const shape = linearModel('linear', 1);
    const weighted = curveOf(shape, fitModel(fitData(list), shape, Float64Array.of(3, 1, 1, 1)));
    const plain = curveOf(shape, fitModel(fitData(repeated), shape, null));
    expectAlike(
      [3, -1, 17].map((y) => evaluateCurve(weighted, y)),
      [3, -1, 17].map((y) => evaluateCurve(plain, y)),
      1e-14
    );
  });
});
