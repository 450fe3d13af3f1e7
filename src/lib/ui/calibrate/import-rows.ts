/** Puts a pasted table into the grid: columns are recognised by name or by number, rows with a fault are marked and never lost. */
import { parseDecimal } from '../number-input/parse-number.ts';
import { emptyRow, type CalibrateForm, type Reading, type ReadingField, type Row, type Run } from './calibrate-form.ts';
import { numberFrom, type DecimalSign, type PastedTable } from './paste-table.ts';

export const COLUMN_KINDS = [
  'skip',
  'nominal',
  'reference',
  'measured',
  'found_reference',
  'found_measured',
  'u_reference',
  'u_measured'
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Words of the four languages by which spreadsheets name their columns, tried in this order. */
const NAMES: readonly (readonly [ColumnKind, RegExp])[] = [
  ['found_reference', /(found|before|encontrad|antes|trouv|avant|vorgefunden|vorher).*(ref|patr|étalon|etalon|normal)/],
  ['found_reference', /(ref|patr|étalon|etalon|normal).*(found|before|encontrad|antes|trouv|avant|vorgefunden|vorher)/],
  ['found_measured', /found|before|encontrad|antes|trouv|avant|vorgefunden|vorher/],
  ['u_reference', /^u\W*(x|ref|patr|étal|etal|normal)/],
  ['u_measured', /^u\W*(y|ind|lect|mes|anz|uut|dut)/],
  ['nominal', /nomin|target|set\s?point|consig|soll|point|punto|punkt/],
  ['reference', /^x\b|ref|standard|true|patr|étalon|etalon|normal|bezug/],
  ['measured', /^y\b|indic|reading|measured|uut|dut|instrument|lect|medid|mesur|anzeige|gemessen|ist|prüfling/]
];

const BY_COUNT: Readonly<Record<number, readonly ColumnKind[]>> = {
  1: ['measured'],
  2: ['reference', 'measured'],
  3: ['nominal', 'reference', 'measured'],
  4: ['nominal', 'reference', 'measured', 'found_measured'],
  5: ['nominal', 'reference', 'measured', 'found_reference', 'found_measured']
};

/** What each column of a table most likely holds; the header decides where it names both reference and indication. */
export function guessColumns(table: PastedTable): readonly ColumnKind[] {
  const width = Math.max(0, ...table.rows.map((row) => row.length));
  if (table.header !== null) {
    const named = namedColumns(table.header, width);
    if (named.includes('reference') && named.includes('measured')) return named;
  }
  const usual = BY_COUNT[Math.min(width, 5)] ?? [];
  return Array.from({ length: width }, (_, i) => usual[i] ?? 'skip');
}

/**
 * What the columns of a table hold that was pasted into the cells of `column`: one column fills that one, two are reference and
 * indication, more are told by their header or number.
 */
export function columnsAt(table: PastedTable, column: ColumnKind): readonly ColumnKind[] {
  const width = Math.max(0, ...table.rows.map((cells) => cells.length));
  if (column === 'nominal' || width > 2) return guessColumns(table);
  return width === 1 ? [column] : ['reference', 'measured'];
}

function namedColumns(header: readonly string[], width: number): readonly ColumnKind[] {
  const taken = new Set<ColumnKind>();
  return Array.from({ length: width }, (_, i) => {
    const word = (header[i] ?? '').toLowerCase().trim();
    const kind = NAMES.find(([candidate, pattern]) => !taken.has(candidate) && pattern.test(word))?.[0] ?? 'skip';
    taken.add(kind);
    taken.delete('skip');
    return kind;
  });
}

export type ImportPlan = {
  readonly table: PastedTable;
  readonly columns: readonly ColumnKind[];
  /** The row where filling begins; `null` replaces all rows. */
  readonly from: number | null;
  /** The run that reference and indication belong to. */
  readonly run: Run;
};

export type Imported = {
  readonly form: CalibrateForm;
  readonly rows: number;
  /** Numbers of the rows, counted from 1, with a cell that cannot be read or is missing. */
  readonly faulty: readonly number[];
};

/** The form after the import, and which rows need a look. Cells keep their text; only misread thousands are rewritten. */
export function importRows(form: CalibrateForm, plan: ImportPlan): Imported {
  const found = plan.columns.some((kind) => kind.startsWith('found_'));
  const start =
    plan.from === null
      ? 0
      : Math.max(
          0,
          form.rows.findIndex((row) => row.id === plan.from)
        );
  const rows: Row[] = plan.from === null ? [] : [...form.rows];
  const faulty: number[] = [];
  let nextId = form.next_id;
  plan.table.rows.forEach((cells, i) => {
    const place = start + i;
    const present = form.rows[place];
    const kept = plan.from === null ? undefined : present;
    const base = kept ?? emptyRow(nextId++, form.rows.length === plan.table.rows.length ? present?.nominal : '');
    const filled = fillRow(base, cells, plan, found);
    if (isFaulty(cells, plan)) faulty.push(place + 1);
    rows[place] = filled;
  });
  return {
    form: { ...form, rows, next_id: nextId, adjusted: form.adjusted || found },
    rows: plan.table.rows.length,
    faulty
  };
}

function fillRow(row: Row, cells: readonly string[], plan: ImportPlan, found: boolean): Row {
  let { nominal } = row;
  const left: Partial<Record<ReadingField, string>> = {};
  const before: Partial<Record<ReadingField, string>> = {};
  plan.columns.forEach((kind, i) => {
    const text = cellText(cells[i] ?? '', plan.table.decimal);
    if (kind === 'skip' || text === '') return;
    if (kind === 'nominal') nominal = text;
    else if (kind === 'found_reference') before.reference = text;
    else if (kind === 'found_measured') before.measured = text;
    else left[kind] = text;
  });
  const main = { ...row[plan.run], ...left } satisfies Reading;
  if (!found) return { ...row, nominal, [plan.run]: main };
  // One column of as-found readings was taken against the same reference value.
  const reference = before.reference ?? left.reference ?? row.found.reference;
  return { ...row, nominal, left: { ...row.left, ...left }, found: { ...row.found, ...before, reference } };
}

/** The text as it was written, unless the grid would read another number from it than the table's decimal sign says. */
function cellText(cell: string, decimal: DecimalSign): string {
  const meant = numberFrom(cell, decimal);
  return meant === null || parseDecimal(cell, 'en') === meant ? cell : String(meant);
}

function isFaulty(cells: readonly string[], plan: ImportPlan): boolean {
  return plan.columns.some((kind, i) => {
    if (kind === 'skip') return false;
    const cell = cells[i] ?? '';
    if (cell === '') return kind === 'reference' || kind === 'measured';
    return numberFrom(cell, plan.table.decimal) === null && parseDecimal(cell, 'en') === null;
  });
}
