/**
 * Puts a pasted table into the grid: columns are recognised by name or by number, rows with errors are marked and never
 * lost.
 */
import { unitConversion } from '#lib/laboratory/dcc/convert-unit.ts';
import { temperatureScale } from '#lib/metrology/temperature-unit.ts';
import type { DecimalSign } from '#lib/numbers/decimal-sign.ts';
import { parseDecimal } from '#lib/numbers/parse-number.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { directionFrom } from './direction-words.ts';
import {
  EMPTY_READING,
  emptyRow,
  isBlank,
  rowsOf,
  sideOf,
  type Reading,
  type ReadingField,
  type Row,
  type Run
} from '../rows/form-rows.ts';
import type { UnitFields } from '../sections/units.ts';
import { matchPlan } from './match-plan.ts';
import { hasText, numberFrom, widthOf, withoutUnits, type PastedTable } from './paste-table.ts';
import { withRows } from '../edits/row-edits.ts';

export const COLUMN_KINDS = [
  'skip',
  'nominal',
  'reference',
  'measured',
  'found_reference',
  'found_measured',
  'u_reference',
  'u_measured',
  'direction'
] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Column names in spreadsheets in four languages, tried in this order. */
const NAMES: readonly (readonly [ColumnKind, RegExp])[] = [
  ['direction', /direc|richtung|sens\b|sentido|up.*down/],
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

/** The most likely meaning of each column; the header decides if it names both reference and indication. */
export function guessColumns(table: PastedTable): readonly ColumnKind[] {
  const width = widthOf(table.rows);
  if (table.header !== null) {
    const named = namedColumns(table.header, width);
    if (named.includes('reference') && named.includes('measured')) return named;
  }
  const usual = BY_COUNT[Math.min(width, 5)] ?? [];
  return Array.from({ length: width }, (_, i) => usual[i] ?? 'skip');
}

/**
 * The meaning of the columns of a table pasted into `column`: one column fills that one, two are reference and
 * indication, more are recognised by header or number.
 */
export function columnsAt(table: PastedTable, column: ColumnKind): readonly ColumnKind[] {
  const width = widthOf(table.rows);
  if (width === 1) return [column];
  return column === 'nominal' || width > 2 ? guessColumns(table) : ['reference', 'measured'];
}

/** Whether numbers in `unit` may be taken as they are. A form without a unit takes any; a difference in K is one in °C. */
export function unitFits(form: UnitFields, kind: ColumnKind, unit: string): boolean {
  const own = (kind.endsWith('measured') && form.measured_unit.trim()) || form.unit.trim();
  const [scale, ownScale] = [temperatureScale(unit), temperatureScale(own)];
  if (scale !== null && ownScale !== null) return scale === ownScale || kind.startsWith('u_');
  return own === '' || unitConversion(unit, own)?.exponent === 0;
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
  /** The first row to fill; `null` replaces all rows. */
  readonly from: number | null;
  /** The run that reference and indication belong to. */
  readonly run: Run;
};

export type Imported = {
  readonly form: CalibrateForm;
  readonly rows: number;
  /** Numbers of the rows, counted from 1, with an invalid or missing cell. */
  readonly faulty: readonly number[];
  /** The points do not match the plan and replace it. */
  readonly replaced: boolean;
};

/**
 * The form after the import, and the rows to check. Cells keep their text, except misread thousands and units of the form;
 * numbers in another unit keep theirs, so they are faulty. A table that replaces a run does not change the readings of the
 * other run.
 */
export function importRows(form: CalibrateForm, asked: ImportPlan): Imported {
  const fits = (unit: string, i: number): boolean => unitFits(form, asked.columns[i] ?? 'skip', unit);
  const plan = { ...asked, table: withoutUnits(asked.table, fits) };
  // Check points have only as-left readings.
  const found = plan.run !== 'check' && plan.columns.some((kind) => kind.startsWith('found_'));
  const old = rowsOf(form, plan.run);
  const start = Math.max(
    0,
    old.findIndex((row) => row.id === plan.from)
  );
  const rows: Row[] = plan.from === null ? old.map((row) => cleared(row, plan.run, found || !form.adjusted)) : [...old];
  const named = plan.columns.includes('nominal');
  const filled = plan.table.rows.filter(hasText);
  const matched = plan.from === null && !named ? matchPlan(old, referencesIn(filled, plan)) : null;
  const planned = plan.from === null && old.some((row) => row.nominal.trim() !== '');
  const faulty: number[] = [];
  let nextId = form.next_id;
  // A blank row keeps the place of those below it; rows that are placed by their values need none.
  const lines = matched === null ? plan.table.rows : filled;
  lines.forEach((cells, i) => {
    const place = matched?.[i] ?? start + i;
    const present = rows[place];
    const kept = present !== undefined && (plan.from !== null || matched !== null) ? present : undefined;
    const beside = present !== undefined && hasReadings(present) ? { ...present, nominal: '' } : undefined;
    rows[place] = fillRow(kept ?? beside ?? emptyRow(nextId++), cells, plan, found);
    if (hasText(cells) && isFaulty(cells, plan)) faulty.push(place + 1);
  });
  const whole = plan.from !== null || matched !== null;
  const left = whole ? rows : rows.filter((row, i) => i < lines.length || hasReadings(row));
  return {
    form: {
      ...withRows(form, plan.run, left),
      next_id: nextId,
      adjusted: form.adjusted || found,
      directions: form.directions || (plan.run !== 'check' && plan.columns.includes('direction'))
    },
    rows: filled.length,
    faulty,
    replaced: planned && matched === null
  };
}

/** The reference value of each row. */
function referencesIn(
  rows: readonly (readonly string[])[],
  { table, columns }: ImportPlan
): readonly (number | null)[] {
  const at = columns.findIndex((kind) => kind === 'reference' || kind === 'found_reference');
  return rows.map((cells) => numberFrom(cells[at] ?? '', table.decimal));
}

/** A row without the readings of the run that is replaced, or of both. */
function cleared(row: Row, run: Run, both: boolean): Row {
  return { ...row, [sideOf(run)]: EMPTY_READING, ...(both ? { left: EMPTY_READING, found: EMPTY_READING } : {}) };
}

const hasReadings = (row: Row): boolean => !isBlank(row.left) || !isBlank(row.found);

function fillRow(row: Row, cells: readonly string[], plan: ImportPlan, found: boolean): Row {
  let { nominal, direction } = row;
  const left: Partial<Record<ReadingField, string>> = {};
  const before: Partial<Record<ReadingField, string>> = {};
  plan.columns.forEach((kind, i) => {
    const text = cellText(cells[i] ?? '', plan.table.decimal);
    if (kind === 'skip' || text === '') return;
    if (kind === 'nominal') nominal = text;
    else if (kind === 'direction') direction = directionFrom(text) ?? '';
    else if (kind === 'found_reference') before.reference = text;
    else if (kind === 'found_measured') before.measured = text;
    else left[kind] = text;
  });
  const side = sideOf(plan.run);
  const main = { ...row[side], ...left } satisfies Reading;
  if (!found) return { ...row, nominal, direction, [side]: main };
  // A single column of as-found readings belongs to the existing reference values.
  const reference = before.reference ?? left.reference ?? row.found.reference;
  const pair = { left: { ...row.left, ...left }, found: { ...row.found, ...before, reference } };
  return { ...row, nominal, direction, ...pair };
}

/** The original text, unless the grid would read a different number from it than the table's decimal sign implies. */
function cellText(cell: string, decimal: DecimalSign): string {
  const meant = numberFrom(cell, decimal);
  return meant === null || parseDecimal(cell, 'en') === meant ? cell : String(meant);
}

function isFaulty(cells: readonly string[], plan: ImportPlan): boolean {
  return plan.columns.some((kind, i) => {
    if (kind === 'skip') return false;
    const cell = cells[i] ?? '';
    if (cell === '') return kind === 'reference' || kind === 'measured';
    if (kind === 'direction') return directionFrom(cell) === null;
    return numberFrom(cell, plan.table.decimal) === null && parseDecimal(cell, 'en') === null;
  });
}
