import { IGNORED, type SheetField } from '#lib/records/sheet-fields.ts';
import type { Correction, SheetMapping } from '#lib/contracts/exchange.ts';
import { cellForTable, type Cell } from '#lib/laboratory/exchange/sheet/cell.ts';
import {
  headingRow,
  labelsOf,
  unitInHeading,
  useColumns,
  type SheetColumn
} from '#lib/laboratory/exchange/sheet/guess-columns.ts';
import type { RowCells } from '#lib/laboratory/exchange/sheet/row-values.ts';
import { isExample } from '#lib/laboratory/exchange/sheet/template.ts';
import type { Sheet, SheetRow } from '#lib/server/spreadsheets/sheet.ts';

/** A sheet below its headings. */
export type SheetTable = {
  readonly columns: readonly SheetColumn[];
  readonly headingRow: number;
  readonly rows: readonly SheetRow[];
  readonly cellsOf: (row: SheetRow) => RowCells;
  readonly columnOf: (field: SheetField) => readonly Cell[];
  readonly labelOf: (field: string) => string | null;
  /** From the heading of the range or the resolution. */
  readonly unit: string | null;
};

/** Finds headings and columns, and puts corrected cells in their places. */
export function tableOf(sheet: Sheet, mapping: SheetMapping, corrections: readonly Correction[]): SheetTable {
  const at = headingRow(sheet.rows);
  const heading = sheet.rows[at];
  const width = sheet.rows.slice(at).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = useColumns(labelsOf(heading?.cells ?? [], width), mapping.columns);
  const placeOf = new Map(columns.flatMap(({ use }, i) => (use === IGNORED ? [] : [[use, i] as const])));
  const cellIn = ({ cells }: SheetRow, field: SheetField) => cells[placeOf.get(field) ?? -1];
  const rows = corrected(sheet.rows.slice(at + 1), columns, corrections).filter(
    (row) => !isExample(cellIn(row, 'asset_id'), cellIn(row, 'name'))
  );
  const labelOf = (field: string) => columns.find(({ use }) => use === field)?.label ?? null;
  return {
    columns,
    headingRow: heading?.line ?? 1,
    rows,
    cellsOf: ({ cells }) => new Map([...placeOf].map(([field, place]) => [field, cells[place] ?? ''])),
    columnOf: (field) => {
      const place = placeOf.get(field);
      return place === undefined ? [] : rows.map(({ cells }) => cells[place] ?? '');
    },
    labelOf,
    unit: placeOf.has('unit') ? null : unitInHeading(labelOf('range') ?? labelOf('resolution') ?? '')
  };
}

function corrected(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  corrections: readonly Correction[]
): readonly SheetRow[] {
  const places = new Map(columns.map(({ label }, i) => [label, i]));
  const byLine = new Map<number, [number, string][]>();
  for (const { row, column, value } of corrections) {
    const place = places.get(column);
    if (place !== undefined) byLine.set(row, [...(byLine.get(row) ?? []), [place, value.trim()]]);
  }
  return rows.map(({ line, cells }) => {
    const changed: Cell[] = [...cells];
    for (const [place, value] of byLine.get(line) ?? []) {
      while (changed.length < place) changed.push('');
      changed[place] = value;
    }
    return { line, cells: changed };
  });
}

/** The cells of a row as texts, one for each column. */
export const textsOf = ({ cells }: SheetRow, { columns }: SheetTable): readonly string[] =>
  columns.map((_, i) => cellForTable(cells[i] ?? ''));
