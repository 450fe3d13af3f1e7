import { expect, test } from 'vitest';
import { openGaugeSchema } from '#lib/contracts/open-gauge.ts';
import { gaugeAsset } from '../../../../../../../tests/support/open-gauge.ts';
import { gaugeCalibration } from '../../../../../../../tests/support/open-gauge-sample.ts';
import { measuringOf } from './measuring.ts';
import { originalNumbers } from './original-numbers.ts';

const read = (channel: object, calibration: object = {}) => {
  const { sensor_channels, calibrations } = openGaugeSchema.parse(
    gaugeAsset({ asset_id: 'PT-1' }, { sensor_channels: [channel], calibrations: [gaugeCalibration(calibration)] })
  );
  const [first] = sensor_channels ?? [];
  const [only] = calibrations ?? [];
  if (first === undefined || only === undefined) throw new Error('the sample has both');
  return { channel: first, calibration: only };
};

test.each([
  ['percent_of_reading', 0.25, '%', [{ kind: 'percent_of_reading', lower: -0.25, upper: 0.25 }]],
  ['percent_of_full_scale', '0.5', '%', [{ kind: 'percent_of_span', lower: -0.5, upper: 0.5 }]],
  ['absolute', 0.2, '°C', [{ kind: 'absolute', lower: -0.2, upper: 0.2 }]],
  // Of another unit than the range, of another kind, or no limit at all: kept as an attribute instead.
  ['absolute', 0.2, 'K', []],
  ['percent_of_value', 0.2, '%', []],
  ['percent_of_reading', 0, '%', []]
])(
  'an accuracy of the type %s, %s %s, becomes this tolerance',
  (accuracy_type, accuracy_value, accuracy_unit, parts) => {
    const { channel } = read({ unit: '°C', accuracy_type, accuracy_value, accuracy_unit });
    const { measuring, unplaced } = measuringOf(channel, []);
    expect(measuring.tolerance).toEqual(parts);
    expect(unplaced.includes('accuracy_value')).toBe(parts.length === 0);
  }
);

test('the covariance of their coefficients stays among the original numbers, as it is', () => {
  const poly_coefficients_covariance = [
    [1.5e-9, -2e-10],
    [-2e-10, 3e-8]
  ];
  const { calibration } = read({ unit: '°C' }, { poly_coefficients_covariance });
  expect(originalNumbers(calibration)).toMatchObject({ poly_coefficients_covariance });
});
