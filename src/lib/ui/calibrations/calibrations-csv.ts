import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';

export type CsvWords = {
  readonly heads: readonly string[];
  readonly channelName: (calibration: ListedCalibration) => string;
  readonly placeName: (calibration: ListedCalibration) => string;
  readonly verdict: (verdict: 'pass' | 'conditional_pass' | 'conditional_fail' | 'fail' | null) => string;
  readonly kind: (kind: ListedCalibration['kind']) => string;
  readonly certificateState: (calibration: ListedCalibration) => string;
  readonly voided: (calibration: ListedCalibration) => string;
  /** `.` or `,`: where it is a comma, spreadsheets part cells by semicolons. */
  readonly decimalSign: '.' | ',';
};

/** What a spreadsheet would take for a formula is text here: whoever names an instrument writes into everybody's tables. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);
const cellOf = (text: string): string => {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A table for spreadsheets: UTF-8 with its mark, dates as `YYYY-MM-DD`, numbers whole and in the reader's notation. */
export function calibrationsCsv(calibrations: readonly ListedCalibration[], words: CsvWords): string {
  const separator = words.decimalSign === ',' ? ';' : ',';
  const rows = calibrations.map((calibration) => {
    const { asset, version, kind, profile, expanded_uncertainty: U } = calibration;
    return [
      ...[asset.asset_id, asset.name, words.channelName(calibration), String(version), words.kind(kind)].map(cellOf),
      ...[calibration.calibration_date, calibration.due_date ?? ''],
      U === null ? '' : String(U).replace('.', words.decimalSign),
      ...[
        calibration.unit ?? '',
        words.verdict(profile?.as_found ?? null),
        words.verdict(profile?.as_left ?? null),
        calibration.certificate?.number ?? '',
        words.certificateState(calibration),
        calibration.lab_name ?? '',
        calibration.lab_certificate_number ?? '',
        words.placeName(calibration),
        calibration.recorded_by.full_name,
        calibration.recorded_at,
        words.voided(calibration)
      ].map(cellOf)
    ];
  });
  return `\uFEFF${[words.heads.map(cellOf), ...rows].map((row) => row.join(separator)).join('\r\n')}\r\n`;
}
