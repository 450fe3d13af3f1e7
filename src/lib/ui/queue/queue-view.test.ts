import { expect, it } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
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
  expect(payloadFacts(payload)).toEqual({ points: 0, asFound: null, asLeft: null, uncertainty: '0.03\u202f°C' });
});
it('leads to the calibrate page of the asset and channel with the entry to correct', () => {
  expect(correctHref({ id: 'e1', payload })).toBe('/assets/TT-042/calibrate?channel=c1&correct=e1');
});
