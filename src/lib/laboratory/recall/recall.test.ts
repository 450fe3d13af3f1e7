import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { calibrationProfile } from '../calibration-profile.ts';
import { classify } from './classify.ts';
import { figuresAgain, recordedFigures, type RecallFigures } from './figures.ts';
import { errorAt, errorOn, asFoundCurve, leftCurve, passedOn, type ErrorCurve } from './reference-error.ts';
import { largestShift, shiftRequest } from './shift-request.ts';

const CURVE: ErrorCurve = [
  { value: 0, error: 0.1 },
  { value: 10, error: 0.3 }
];

test.each([
  [-5, 0.1],
  [0, 0.1],
  [5, 0.2],
  [10, 0.3],
  [99, 0.3]
])('at %d the error is on the line between its neighbours, and beyond the ends that of the end', (value, error) => {
  expect(errorAt(CURVE, value)).toBeCloseTo(error, 12);
});

describe('between two calibrations of the reference', () => {
  const before = { day: '2026-01-01', curve: [{ value: 0, error: 0 }] };
  const after = { day: '2026-01-11', curve: CURVE };
  test.each([
    ['2025-06-01', before, after, 0],
    ['2026-01-01', before, after, 0],
    ['2026-01-06', before, after, 0.15],
    ['2026-03-01', before, after, 0.3],
    ['2026-01-02', null, after, 0.3],
    ['2026-01-09', before, null, 0]
  ])('on %s its error is the share of the time that has passed', (day, first, last, error) => {
    expect(errorOn({ before: first, after: last }, day)(10)).toBeCloseTo(error, 12);
  });
});

/** An instrument that reads 0.10 too high, of a tolerance of 0.3. */
const request = (given: Partial<AnalysisRequest> = {}, offset = 0.1): AnalysisRequest => ({
  points: Array.from({ length: 12 }, (_, i) => ({
    reference: i * 10,
    measured: i * 10 + offset + 0.004 * ((i * 5) % 7) - 0.012
  })),
  fit: { model: 'none' },
  uncertainty: {
    resolution: 0.01,
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 },
    contributions: [{ name: 'bath', type: 'B', distribution: 'rectangular', value: 0.02, acts_on: 'corrected' }]
  },
  conformity: { tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], rule: 'simple_acceptance' },
  unit: '°C',
  measured_unit: '°C',
  ...given
});
const recalled = (asked: AnalysisRequest, error: number) => {
  const recorded = analyze(asked);
  const shifted = shiftRequest(asked, () => error);
  const again = analyze(shifted);
  const figures = [recordedFigures(recorded), figuresAgain(shifted, recorded, again)] as const;
  const shift = largestShift(asked, shifted);
  return { recorded, shifted, again, figures, shift, became: classify(...figures, shift) };
};

test.each([
  [0, 'unchanged'],
  // The true value was lower, so the instrument reads higher than was thought.
  [0.17, 'weakened'],
  [0.25, 'flipped'],
  // As far below as it was above: it is better off.
  [-0.1, 'unchanged']
])('a reference that read %d too high leaves the verdict %s', (error, became) => {
  const { figures, again, became: found } = recalled(request(), error);
  expect(found).toBe(became);
  expect(figures[1].as_found).toBe(again.conformity?.as_found);
  expect(figures[1].error).toBeCloseTo((figures[0].error ?? 0) + error, 9);
});

test('a curve that was issued is judged as it was issued: fitting it anew would hide the error', () => {
  const fitted = request({ fit: { model: 'linear' } });
  const { recorded, again, figures, became } = recalled(fitted, 0.5);
  expect(recorded.conformity?.as_left).toBe('pass');
  expect(again.conformity?.as_left).toBe('pass');
  expect(figures[1]).toMatchObject({ as_left: 'fail', conforms: false });
  expect(became).toBe('flipped');
  expect(recalled(fitted, 0).figures[1].risk).toBeCloseTo(figures[0].risk ?? 0, 6);
});

test('what was not judged is weakened where a value was wrong by more than its uncertainty', () => {
  const { conformity: _none, ...unjudged } = request();
  expect(recalled(unjudged, 0.5)).toMatchObject({ became: 'weakened', figures: [{ risk: null }, { risk: null }] });
  expect(recalled(unjudged, 0.001).became).toBe('unchanged');
});

test.each<[Partial<RecallFigures>, Partial<RecallFigures>, string]>([
  [{ as_found: 'pass' }, { as_found: 'conditional_pass' }, 'unchanged'],
  [{ as_found: 'conditional_pass' }, { as_found: 'conditional_fail' }, 'flipped'],
  [{ as_left: 'pass' }, { as_left: null }, 'flipped'],
  [{ conforms: false }, { conforms: true }, 'flipped']
])('from %o to %o it is %s', (was, is, became) => {
  const plain = { error: 0, at: 0, expanded_uncertainty: 1, as_found: null, as_left: null, conforms: null, risk: null };
  expect(classify({ ...plain, ...was }, { ...plain, ...is }, 0)).toBe(became);
});

test('the errors of a reference come from its record: as found for the later calibration, as left for the earlier', () => {
  const asked = request();
  const profile = calibrationProfile(asked, analyze(asked));
  expect(errorAt(asFoundCurve({ profile }) ?? [], 50)).toBeCloseTo(0.1, 2);
  expect(errorAt(leftCurve({ profile, curve: { model: 'none' } }), 50)).toBeCloseTo(0.1, 2);
  expect(errorAt(leftCurve({ profile, curve: { model: 'linear' } }), 50)).toBe(0);
  expect(asFoundCurve({ profile: null })).toBeNull();
});

test.each(['none', 'linear'] as const)(
  'an instrument calibrated with %s hands on the error of the values that it was given',
  (model) => {
    const { recorded, shifted, again } = recalled(request({ fit: { model } }), 0.2);
    expect(errorAt(passedOn(request({ fit: { model } }), recorded, again, shifted), 42)).toBeCloseTo(0.2, 9);
  }
);

test('readings, nominal values and groups stay; trials are not drawn again', () => {
  const asked = request({ uncertainty: { monte_carlo: { trials: 1000, seed: 1 } }, evaluate_at: [1] });
  const shifted = shiftRequest(asked, () => 1);
  expect(shifted.points[3]).toEqual({ ...asked.points[3], reference: 29 });
  expect(shifted.uncertainty).toEqual({});
  expect(shifted.evaluate_at).toBeUndefined();
});
