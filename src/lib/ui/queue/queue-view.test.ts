import { expect, it } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { analysisRequest } from '../../../../tests/support/analysis-request.ts';
import { correctHref, groupQueue, payloadFacts } from './queue-view.ts';

const payload: CreateCalibrationBody = {
  asset_ref: 'TT-042',
  channel_id: 'c1',
  kind: 'external',
  calibration_date: '2026-11-20',
  lab_name: 'NMI',
  lab_certificate_number: '1',
  coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2, unit: '°C' }
};

it('puts what needs its author before what waits and what has arrived', () => {
  const groups = groupQueue([
    { state: 'applied' },
    { state: 'waiting' },
    { state: 'refused' },
    { state: 'sending' }
  ] as const);
  expect([groups.refused.length, groups.unsent.length, groups.applied.length]).toEqual([1, 2, 1]);
});
it('reads a coefficients-only calibration', () => {
  const { judged, ...facts } = payloadFacts(payload);
  expect(facts).toEqual({ points: 0, uncertainty: '0.03\u202f°C' });
  expect(judged.every(({ verdict }) => verdict === null)).toBe(true);
});
it('calls what was not adjusted “after correction”, and judges an uncorrected instrument once', () => {
  const momentsOf = (model: 'linear' | 'none', adjusted = false) => {
    const request = analysisRequest();
    const asked = { ...request, fit: { model }, ...(adjusted && { as_found_points: request.points }) };
    const analysis = { request: asked, result: analyze(asked) };
    const body = { asset_ref: 'TT-042', kind: 'external', calibration_date: '2026-11-20', analysis };
    return payloadFacts(body as CreateCalibrationBody).judged.map(({ moment, verdict }) => [moment, verdict]);
  };
  expect(momentsOf('linear')).toEqual([
    ['as_found', 'pass'],
    ['after_correction', 'pass']
  ]);
  expect(momentsOf('linear', true).map(([moment]) => moment)).toEqual(['as_found', 'as_left']);
  expect(momentsOf('none')).toEqual([['as_found', 'pass']]);
});
it('leads to the calibrate page of the asset and channel with the entry to correct', () => {
  expect(correctHref({ id: 'e1', payload })).toBe('/assets/TT-042/calibrate?channel=c1&correct=e1');
});
