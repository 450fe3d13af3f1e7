import { preferences } from '#lib/client/state/preferences.svelte.ts';
import type { Correction, SheetMapping, TableReport } from '#lib/contracts/exchange.ts';
import { IGNORED, type ColumnUse, type DateOrder } from '#lib/records/sheet-fields.ts';

/** How a table is to be read, as somebody chooses it: columns are remembered on this device, corrected cells belong to the file. */
export class SheetChoices {
  sheet = $state<string | null>(null);
  dates = $state<DateOrder>('auto');
  /** Something was changed since the file was looked at. */
  isChanged = $state(false);
  #corrections = $state.raw<ReadonlyMap<string, Correction>>(new Map());

  readonly mapping = $derived<SheetMapping>({
    ...(this.sheet !== null && { sheet: this.sheet }),
    dates: this.dates,
    columns: { ...preferences.sheetColumns }
  });
  readonly corrections = $derived([...this.#corrections.values()]);

  corrected = (row: number, column: string): string | null => this.#corrections.get(`${row} ${column}`)?.value ?? null;

  correct(row: number, column: string, value: string): void {
    this.#corrections = new Map(this.#corrections).set(`${row} ${column}`, { row, column, value });
    this.isChanged = true;
  }

  /** Rows of another sheet have other cells. */
  chooseSheet(name: string): void {
    this.sheet = name;
    this.#corrections = new Map();
    this.isChanged = true;
  }

  chooseDates(order: DateOrder): void {
    this.dates = order;
    this.isChanged = true;
  }

  /** A use that another column had is taken from it. @returns the table as it will be read */
  choose(table: TableReport, label: string, use: ColumnUse): TableReport {
    const columns = table.columns.map((column): TableReport['columns'][number] => {
      if (column.label === label) return { ...column, use };
      return column.use === use && use !== IGNORED ? { ...column, use: IGNORED } : column;
    });
    const changed = columns.filter(({ use: next }, i) => next !== table.columns[i]?.use);
    preferences.rememberColumns(Object.fromEntries(changed.map((column) => [column.label, column.use])));
    this.isChanged = true;
    return { ...table, columns };
  }

  /** For another file. */
  reset(): void {
    this.sheet = null;
    this.dates = 'auto';
    this.#corrections = new Map();
    this.isChanged = false;
  }
}
