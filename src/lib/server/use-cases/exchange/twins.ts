import { join } from 'node:path';
import { TWINS, type Twin } from '#lib/laboratory/exchange/archive-paths.ts';
import { CSV_MARK, csvRow, type CsvCell } from '#lib/laboratory/csv.ts';
import { AppendedFile } from '#lib/server/archive/appended-file.ts';
import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';

/** Columns of each twin, by the names that the records have. */
const COLUMNS: Readonly<Record<Twin, readonly string[]>> = {
  'assets.csv':
    'asset_id name manufacturer model serial_number category status is_reference location procedure calibration_interval_days calibration_interval_months in_use_since quantity unit measured_unit range_min range_max resolution tags id'.split(
      ' '
    ),
  'channels.csv': 'asset_id name quantity unit measured_unit range_min range_max resolution archived_at id'.split(' '),
  'calibrations.csv':
    'asset_id channel version kind calibration_date due_date certificate_number certificate_state conforms expanded_uncertainty coverage_factor unit measured_unit engine recorded_by_name recorded_at lab_name lab_certificate_number voided_at void_reason id'.split(
      ' '
    ),
  'points.csv':
    'asset_id channel version role position reference measured u_reference u_measured nominal group_number direction'.split(
      ' '
    )
};

/** Tables for spreadsheets beside the records, written as these are. */
export class Twins {
  readonly #files: ReadonlyMap<Twin, AppendedFile>;
  private constructor(files: ReadonlyMap<Twin, AppendedFile>) {
    this.#files = files;
  }
  static async create(folder: string): Promise<Twins> {
    const files = new Map<Twin, AppendedFile>();
    for (const twin of TWINS) {
      const file = await AppendedFile.create(join(folder, twin));
      await file.append(CSV_MARK + csvRow(COLUMNS[twin]));
      files.set(twin, file);
    }
    return new Twins(files);
  }
  async add(twin: Twin, rows: readonly ArchiveRow[]): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map((row) => csvRow(COLUMNS[twin].map((name) => cellOf(row[name]))));
    await this.#files.get(twin)?.append(lines.join(''));
  }
  /** @returns where each is */
  async end(): Promise<readonly (readonly [Twin, string])[]> {
    for (const file of this.#files.values()) await file.end();
    return [...this.#files].map(([twin, { path }]) => [twin, path]);
  }
  async abandon(): Promise<void> {
    for (const file of this.#files.values()) await file.abandon();
  }
}

function cellOf(value: unknown): CsvCell {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(String).join('; ') : null;
}
