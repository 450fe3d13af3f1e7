import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { analysisRequest } from '../../../../tests/support/analysis-request.ts';
import { gridView } from './grid-view.ts';

const request = analysisRequest();
const rowIds = { left: request.points.map((_, i) => i), found: request.points.map((_, i) => i), check: [] };
/** As found a whole degree too high; as left as in the sample. */
const adjusted: AnalysisRequest = {
  ...request,
  as_found_points: request.points.map((point) => ({ ...point, measured: point.measured + 1 }))
};

test('of an adjusted instrument, each run shows its own verdict', () => {
  const result = analyze(adjusted);
  expect(gridView(true, 'found', rowIds, result, null).row(0).verdict).toBe('fail');
  expect(gridView(true, 'left', rowIds, result, null).row(0).verdict).toBe('pass');
});

test('before anything is typed after the adjustment, no row of that run has a verdict', () => {
  const { as_found_points: found = [], ...rest } = adjusted;
  const preview = analyze({ ...rest, points: found, as_found_points: found, fit: { model: 'none' } });
  const ids = { ...rowIds, left: [] };
  expect(gridView(true, 'left', ids, null, preview).row(0).verdict).toBeNull();
  expect(gridView(true, 'found', ids, null, preview).row(0).verdict).toBe('fail');
});

test('without a correction or an adjustment there is no error after it', () => {
  const result = analyze({ ...request, fit: { model: 'none' } });
  const { error, after, found, verdict } = gridView(false, 'left', rowIds, result, null).row(0);
  expect({ error, after }).toEqual({ error: result.points[0]?.error, after: null });
  expect([found, verdict]).toEqual([error, 'pass']);
  expect(gridView(false, 'left', rowIds, analyze(request), null).row(0).after).not.toBeNull();
});
