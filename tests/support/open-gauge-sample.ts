/** Instruments of another system with every kind of record. */
import { createHash } from 'node:crypto';
import { gaugeArchive, gaugeAsset, gaugeCurve } from './open-gauge.ts';
import { ONE_PIXEL_PNG } from './pictures.ts';

export const GAUGE_PDF = Buffer.from('%PDF-1.7 certificate of the other system');
const CHANNEL = {
  physical_quantity: 'temperature',
  measurement_type: 'contact',
  unit: '°C',
  technology: 'Pt100',
  measurement_min: -50,
  measurement_max: 150,
  accuracy_value: 0.5,
  accuracy_type: 'percent_of_full_scale',
  resolution: 0.01,
  resolution_unit: 'mV',
  drift_rate: 0.02,
  drift_unit: '°C/a',
  output_signal_min: 0,
  output_signal_max: 10,
  output_signal_unit: 'mV',
  calibration_role: 'working',
  calibration_interval: 12,
  is_active: true
};
export const linear = gaugeCurve(1);
export const fifth = gaugeCurve(5);
/** A calibration of the sample, or one that differs from it. */
export const gaugeCalibration = (given: object) => ({
  calibration_date: '2024-03-01',
  due_date: '2025-03-01',
  performed_by_name: 'Ana Other',
  calibration_type: 'internal',
  calibration_version: 1,
  is_active: true,
  created_at: '2024-03-02T09:00:00',
  internal_procedure_name: 'Comparison in a bath',
  calibration_location_name: 'Laboratory 2',
  temperature: 21.5,
  humidity: 45,
  pressure: 1013.2,
  poly_order: 1,
  poly_coefficients: linear.falling,
  standard_error: 0.0015,
  rmse: 0.0014,
  r_squared: 0.999,
  confidence_level: 95,
  coverage_factor: 2,
  combined_uncertainty: 0.05,
  expanded_uncertainty: 0.1,
  valid_range_min: -1,
  valid_range_max: 2,
  uncertainty_budget: [{ name: 'Bath', value: 0.04 }],
  conformity_statement: 'PASS',
  data_points: linear.points,
  ...given
});
const sensor = gaugeAsset(
  {
    asset_id: 'PT-3',
    name: 'Three probes',
    manufacturer: 'Acme',
    serial_number: 'S1',
    weight_kg: 1.25,
    purchase_date: '2020-01-31',
    notes: 'Handle with care',
    pinout_table: [{ pin: 1, signal: 'T1+' }],
    location_name: 'Oven',
    site_name: 'Plant',
    has_picture: true,
    colour: 'red'
  },
  {
    sensor_channels: [
      { ...CHANNEL, channel_id: 'T1' },
      { ...CHANNEL, channel_id: 'T2', accuracy_type: 'absolute', accuracy_value: 0.2, accuracy_unit: '°C' },
      { ...CHANNEL, channel_id: 'T3', calibration_interval: 6, resolution_unit: '°C' }
    ],
    calibrations: [
      gaugeCalibration({ channel_id: 'T1' }),
      gaugeCalibration({ channel_id: 'T1', calibration_version: 2, is_active: false, void_reason: 'Wrong bath' }),
      gaugeCalibration({
        channel_id: 'T2',
        calibration_type: 'external',
        external_lab_name: 'National laboratory',
        external_lab_certificate_number: 'NL-7',
        due_date: '2026-03-01',
        data_points: [],
        has_certificate_file: true
      }),
      gaugeCalibration({
        channel_id: 'T3',
        poly_order: 5,
        poly_coefficients: fifth.falling,
        data_points: fifth.points,
        expanded_uncertainty: 5,
        conformity_statement: 'FAIL'
      })
    ],
    files: [
      {
        original_filename: 'plan.pdf',
        content_type: 'application/pdf',
        checksum_sha256: createHash('sha256').update(GAUGE_PDF).digest('hex'),
        created_at: '2022-01-01T00:00:00',
        media_path: 'media/files/0001.pdf'
      }
    ],
    cad_files: [{ original_filename: 'body.step', media_path: 'media/cad/body.step' }]
  }
);
const daq = gaugeAsset(
  { asset_id: 'DAQ-1', name: 'Logger', asset_type: 'daq', location_name: 'Oven', site_name: 'Plant' },
  {
    export_format_version: 2,
    daq_details: { input_count: 8, bus: 'RS-485' },
    sensor_channels: [{ ...CHANNEL, channel_id: 'CH1', unit: 'mV' }],
    calibrations: [gaugeCalibration({ channel_id: 'CH1', data_points: null, poly_coefficients: [2, 0.5] })]
  }
);
const retired = gaugeAsset({
  asset_id: 'OLD-1',
  is_active: false,
  retired_at: '2025-12-31T12:00:00',
  retired_reason: 'Broken'
});
/** Three assets: a sensor with three channels, a data logger of a later version, and a retired one. */
export const GAUGE_ARCHIVE = gaugeArchive([sensor, daq, retired], {
  'PT-3/media/picture.png': ONE_PIXEL_PNG,
  'PT-3/media/datasheet.pdf': Buffer.concat([GAUGE_PDF, Buffer.from('% data sheet')]),
  'PT-3/media/pinout_image.png': ONE_PIXEL_PNG,
  'PT-3/media/files/0001.pdf': GAUGE_PDF,
  'PT-3/media/cad/body.step': Buffer.from('ISO-10303-21'),
  'PT-3/media/calibrations/003/certificate.pdf': GAUGE_PDF
});
