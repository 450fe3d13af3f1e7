import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import type { ListTable } from '../table/list-table.ts';

export type CsvWords = {
  readonly heads: readonly string[];
  readonly channelName: (calibration: ListedCalibration) => string;
  readonly placeName: (calibration: ListedCalibration) => string;
  readonly verdict: (verdict: 'pass' | 'conditional_pass' | 'conditional_fail' | 'fail' | null) => string;
  readonly kind: (kind: ListedCalibration['kind']) => string;
  readonly certificateState: (calibration: ListedCalibration) => string;
  readonly voided: (calibration: ListedCalibration) => string;
};

/** As spreadsheets take it: dates as `YYYY-MM-DD`, numbers whole. */
export function calibrationsTable(calibrations: readonly ListedCalibration[], words: CsvWords): ListTable {
  const rows = calibrations.map((calibration) => [
    ...[calibration.asset.asset_id, calibration.asset.name, words.channelName(calibration)],
    ...[calibration.version, words.kind(calibration.kind), calibration.calibration_date, calibration.due_date],
    ...[calibration.expanded_uncertainty, calibration.unit],
    words.verdict(calibration.profile?.as_found ?? null),
    words.verdict(calibration.profile?.as_left ?? null),
    calibration.certificate?.number ?? null,
    words.certificateState(calibration),
    ...[calibration.lab_name, calibration.lab_certificate_number, words.placeName(calibration)],
    ...[calibration.recorded_by.full_name, calibration.recorded_at, words.voided(calibration)]
  ]);
  return { heads: words.heads, rows };
}
