import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Cell } from '#lib/laboratory/exchange/sheet/cell.ts';

/** How much of a spreadsheet is read; more is refused. */
export const SHEET_LIMITS = {
  rows: 20_000,
  columns: 200,
  /** Characters of one cell. */
  cell: 10_000,
  /** Characters of all cells together. */
  text: 32 * 1024 ** 2,
  /** Bytes of a CSV file. */
  csv: 64 * 1024 ** 2,
  /** Bytes of one unpacked part of a workbook. */
  part: 128 * 1024 ** 2,
  /** Bytes of the parts of a workbook that only describe others. */
  smallPart: 8 * 1024 ** 2
} as const;

/** A row with something in it. */
export type SheetRow = {
  /** Its number in the file, counted from 1, as spreadsheet programs show it. */
  readonly line: number;
  readonly cells: readonly Cell[];
};
export type Sheet = {
  /** All sheets of the file; empty for CSV. */
  readonly names: readonly string[];
  /** The sheet that was read; null for CSV. */
  readonly name: string | null;
  readonly rows: readonly SheetRow[];
  /** Of CSV only. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null;
  readonly delimiter: string | null;
};

export const refusedSheet = (why: string): Refusal => new Refusal('archive_refused', why);

/** Collects rows within the limits. */
export class RowCollector {
  readonly rows: SheetRow[] = [];
  #text = 0;

  /** Adds a row; one without contents is passed over. @throws Refusal `archive_refused` */
  add(line: number, row: readonly Cell[]): void {
    const cells = row.map((cell) => (typeof cell === 'string' ? cell.trim() : cell));
    while (cells.length > 0 && (cells.at(-1) ?? '') === '') cells.pop();
    if (cells.length === 0) return;
    if (cells.length > SHEET_LIMITS.columns)
      throw refusedSheet(`Row ${line} has more than the ${SHEET_LIMITS.columns} columns allowed.`);
    for (const cell of cells) {
      if (typeof cell === 'number') continue;
      if (cell.length > SHEET_LIMITS.cell)
        throw refusedSheet(`Row ${line} has a cell of more than ${SHEET_LIMITS.cell} characters.`);
      if (cell.includes('\0')) throw refusedSheet(`Row ${line} contains a NUL character: this is not a table.`);
      this.#text += cell.length;
    }
    if (this.#text > SHEET_LIMITS.text) throw refusedSheet('The table contains more than 32 million characters.');
    // One more for the names of the columns.
    if (this.rows.length > SHEET_LIMITS.rows)
      throw refusedSheet(`The table has more than ${SHEET_LIMITS.rows} rows. Divide it into several files.`);
    this.rows.push({ line, cells });
  }
}
