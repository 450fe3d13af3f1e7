import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { isJudgedOnce, judgedMoments } from './judged-moments.ts';

const POINTS = [0, 25, 50, 75, 100].map((reference, i) => ({ reference, measured: reference + 0.1 + i * 0.001 }));
const resultOf = (fields: Partial<AnalysisRequest>) =>
  analyze({
    points: POINTS,
    unit: '°C',
    fit: { model: 'linear' },
    uncertainty: { resolution: 0.01 },
    conformity: { tolerance: [{ kind: 'absolute', lower: -0.15, upper: 0.15 }], rule: 'simple_acceptance' },
    ...fields
  } as AnalysisRequest);
const NONE = { fit: { model: 'none' } } as const;

test('without a correction and without an adjustment there is one verdict: as found', () => {
  const result = resultOf(NONE);
  expect(isJudgedOnce(result, false)).toBe(true);
  expect(judgedMoments(result, null, false)).toEqual([{ moment: 'as_found', verdict: 'pass' }]);
});

test('a curve is judged once more after correction, an adjusted instrument as left', () => {
  expect(judgedMoments(resultOf({}), null, false)).toEqual([
    { moment: 'as_found', verdict: 'pass' },
    { moment: 'after_correction', verdict: 'pass' }
  ]);
  const adjusted = resultOf({
    ...NONE,
    as_found_points: POINTS.map((point) => ({ ...point, measured: point.measured + 1 }))
  });
  expect(judgedMoments(adjusted, null, true)).toEqual([
    { moment: 'as_found', verdict: 'fail' },
    { moment: 'as_left', verdict: 'pass' }
  ]);
});

test('while there are too few points for a curve, the errors as found are judged already', () => {
  const preview = resultOf(NONE);
  expect(judgedMoments(null, preview, false)).toEqual([
    { moment: 'as_found', verdict: 'pass' },
    { moment: 'after_correction', verdict: null }
  ]);
  expect(judgedMoments(null, null, false).map(({ verdict }) => verdict)).toEqual([null, null]);
});
