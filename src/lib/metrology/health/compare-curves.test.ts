import { describe, expect, test } from 'vitest';
import { compareCurves, stabilityAt, type CurveRecord } from './compare-curves.ts';
import { driftOf, firstDayOutside } from './drift.ts';

const line = (offset: number, low: number, high: number, expanded: number): CurveRecord => ({
  curve: { model: 'linear', coefficients: [offset, 1] },
  low,
  high,
  expanded: () => expanded
});

describe('comparing two curves', () => {
  test('looks only where both were measured', () => {
    const comparison = compareCurves(line(0, 0, 10, 0.1), line(0.05, 4, 20, 0.1), 7);
    expect([comparison?.low, comparison?.high]).toEqual([4, 10]);
    expect(comparison?.grid.map(({ measured }) => measured)).toEqual([4, 5, 6, 7, 8, 9, 10]);
    expect(compareCurves(line(0, 0, 3, 0.1), line(0, 4, 5, 0.1), 5)).toBeNull();
  });

  test('E_n is the change over the combined expanded uncertainty, and beyond one the curves disagree', () => {
    const near = compareCurves(line(0, 0, 10, 0.3), line(0.25, 0, 10, 0.4), 3);
    expect(near?.largestEn).toBeCloseTo(0.5, 12);
    expect(near?.agrees).toBe(true);
    expect(compareCurves(line(0, 0, 10, 0.3), line(0.6, 0, 10, 0.4), 3)?.agrees).toBe(false);
  });

  test('stability is the scatter of the changes from one calibration to the next', () => {
    const curves = [0, 0.3, -0.1].map((offset) => line(offset, 0, 1, 1).curve);
    expect(stabilityAt(curves, 0.5)).toBeCloseTo(Math.sqrt((0.09 + 0.16) / 2), 12);
    expect(stabilityAt(curves.slice(1), 0.5)).toBeCloseTo(0.4, 12);
    expect(stabilityAt(curves.slice(2), 0.5)).toBeNull();
  });
});

describe('drift', () => {
  const history = [0, 365, 730, 1095].map((day, i) => ({ day, error: 0.001 * day + (i % 2) * 0.01, u: 0.05 }));

  test('finds the first day on which the band leaves the tolerance', () => {
    const drift = driftOf(history);
    if (drift === null) throw new Error('No drift was found.');
    const limits = { lower: null, upper: 2 };
    const day = firstDayOutside(drift, limits, 1095, 20_000) ?? Number.NaN;
    const upper = (at: number): number => drift.predict(at).value + drift.predict(at).expanded;
    expect(upper(day)).toBeGreaterThan(2);
    expect(upper(day - 1)).toBeLessThanOrEqual(2);
    expect(firstDayOutside(drift, { lower: -10, upper: null }, 1095, 2000)).toBeNull();
    expect(drift.significance).toBeLessThan(0.01);
  });

  test('fewer than three calibrations tell no drift', () => {
    expect(driftOf(history.slice(0, 2))).toBeNull();
    expect(driftOf(history.map((point) => ({ ...point, day: 5 })))).toBeNull();
  });
});
