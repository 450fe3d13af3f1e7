import { expect, test } from 'vitest';
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import { csvTable } from '#lib/laboratory/csv.ts';
import { calibrationsTable, type CsvWords } from './calibrations-csv.ts';

const calibration: ListedCalibration = {
  id: 'c',
  version: 3,
  kind: 'external',
  organization_id: 'o',
  asset: { id: 'a', asset_id: 'TT-2', name: '=HYPERLINK("http://x","a;b")' },
  channel_id: null,
  calibration_date: '2026-06-01',
  due_date: null,
  calibration_location_id: null,
  lab_name: 'Smith, Jones & Co',
  lab_certificate_number: 'HC-7',
  recorded_by: { id: 'm', full_name: 'Mina Okafor', role: 'technician', profile_picture_url: null },
  recorded_at: '2026-06-01T10:00:00Z',
  voided: null,
  conforms: true,
  unit: '°C',
  expanded_uncertainty: 0.125,
  profile: { adjusted: false, as_found: 'pass', as_left: null },
  certificate: { number: 'NF-2026-2', state: 'issued' }
};
const words: CsvWords = {
  heads: ['Asset', 'Name'],
  channelName: () => '',
  placeName: () => 'Hall 3',
  verdict: (verdict) => verdict ?? '',
  kind: (kind) => kind,
  certificateState: () => 'issued',
  voided: () => ''
};
const calibrationsCsv = (calibrations: readonly ListedCalibration[], sign?: ',') => {
  const { heads, rows } = calibrationsTable(calibrations, words);
  return csvTable(heads, rows, sign);
};

test('cells are parted as the reader’s spreadsheet expects, and numbers keep all digits', () => {
  const [, row] = calibrationsCsv([calibration]).split('\r\n');
  expect(row).toBe(
    `"'=HYPERLINK(""http://x"",""a;b"")"`.replace(/^/, 'TT-2,') +
      ',,3,external,2026-06-01,,0.125,°C,pass,,NF-2026-2,issued,"Smith, Jones & Co",HC-7,Hall 3,Mina Okafor,2026-06-01T10:00:00Z,'
  );
  const [, german] = calibrationsCsv([calibration], ',').split('\r\n');
  expect(german).toContain(';0,125;°C;pass;');
});

test('it begins with the mark of UTF-8 and its heads, and an empty list is a table without rows', () => {
  expect(calibrationsCsv([])).toBe('\uFEFFAsset,Name\r\n');
});
