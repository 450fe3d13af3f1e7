import { ASSET } from '#lib/records/asset.ts';
import type { SheetField } from '#lib/records/sheet-fields.ts';
import { nearIdentifier } from '../near-identifier.ts';
import { cellText, isFailedFormula, type Cell } from './cell.ts';
import { dateEvidence, readDate } from './read-date.ts';
import { intervalUnitOf, readInterval } from './read-interval.ts';
import { readMeasuring } from './read-measuring.ts';
import { decimalsIn } from './read-number.ts';
import {
  isBlank,
  type CellFinding,
  type RowCells,
  type RowReading,
  type RowValues,
  type SheetSense
} from './row-values.ts';

const NUMERIC = ['range', 'range_min', 'range_max', 'resolution', 'tolerance'] as const;
const DATES = ['last_calibrated', 'due_date'] as const;
/** Longer cells are no numbers, days or intervals. */
const LONGEST_VALUE = 120;
const MOST_LEVELS = 20;
const TEXTS = new Set<SheetField>(
  'asset_id name description manufacturer model serial_number category location procedure quantity certificate_number laboratory tags'.split(
    ' '
  ) as SheetField[]
);

/** Judges the columns of a sheet as a whole. */
export const senseOf = (
  columns: ReadonlyMap<SheetField, readonly Cell[]>,
  settings: Omit<SheetSense, 'decimals' | 'dates'>
): SheetSense => ({
  ...settings,
  decimals: new Map(NUMERIC.map((field) => [field, decimalsIn(columns.get(field) ?? [])])),
  dates: new Map(DATES.map((field) => [field, dateEvidence(columns.get(field) ?? [])]))
});

/** Reads the cells of a row. @returns null where one of them is wrong, and what is wrong */
export function readRow(
  cells: RowCells,
  sense: SheetSense
): { readonly values: RowValues | null; readonly findings: readonly CellFinding[] } {
  const findings: CellFinding[] = [];
  const reading = readingOf(cells, sense, findings);
  const { text, find } = reading;
  const isFound = (field: SheetField) => findings.some((one) => one.field === field);
  const asset_id = text('asset_id', LONGEST_VALUE) ?? '';
  if (asset_id === '' && !isFound('asset_id')) find('missing', 'asset_id');
  if (asset_id !== '' && !sense.isIdentifier(asset_id))
    find('asset_id_invalid', 'asset_id', identifierOf(asset_id, sense.isIdentifier));
  const name = text('name', ASSET.name.max);
  if (name === null && !isFound('name')) find('missing', 'name');
  const values: RowValues = {
    asset_id,
    name,
    description: text('description', ASSET.description.max),
    manufacturer: text('manufacturer', ASSET.manufacturer.max),
    model: text('model', ASSET.model.max),
    serial_number: text('serial_number', ASSET.serial_number.max),
    category: text('category', ASSET.category.max),
    quantity: text('quantity', ASSET.quantity.max),
    location: readLocation(reading),
    procedure: text('procedure', 50),
    ...readMeasuring(reading),
    ...readIntervals(reading),
    tags: readTags(reading),
    calibration: readCalibration(reading)
  };
  return { values: findings.some(({ level }) => level === 'error') ? null : values, findings };
}

function readingOf(cells: RowCells, sense: SheetSense, findings: CellFinding[]): RowReading {
  const note = (level: CellFinding['level'], code: string, field: SheetField, suggestion?: string): null => {
    const isKnown = findings.some((one) => one.code === code && one.field === field);
    if (!isKnown) findings.push({ level, code, field, ...(suggestion !== undefined && { suggestion }) });
    return null;
  };
  const find: RowReading['find'] = (...what) => note('error', ...what);
  const of = (field: SheetField): Cell | null => {
    const cell = cells.get(field);
    if (cell === undefined || isBlank(cellText(cell))) return null;
    if (isFailedFormula(cell)) return find('formula_failed', field);
    if (!TEXTS.has(field) && cellText(cell).length > LONGEST_VALUE) return find('too_long', field);
    return cell;
  };
  const text = (field: SheetField, max: number): string | null => {
    const cell = of(field);
    if (cell === null) return null;
    const plain = cellText(cell)
      .replace(field === 'description' ? /[^\P{Cc}\n]/gu : /[\s\p{Cc}]+/gu, ' ')
      .trim();
    return plain.length > max ? find('too_long', field) : plain || null;
  };
  return { of, text, find, warn: (...what) => void note('warning', ...what), sense };
}

function identifierOf(text: string, isIdentifier: (text: string) => boolean): string | undefined {
  const plain = nearIdentifier(text);
  return isIdentifier(plain) ? plain : undefined;
}

/** `Works / Hall 3`; a slash without a blank belongs to a name. */
function readLocation({ text, find }: RowReading): readonly string[] | null {
  const path = text('location', 2000);
  if (path === null) return null;
  const names = path
    .split(/\s+\/\s*|\s*\/\s+|\s*[>»\\]\s*/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  return names.length > MOST_LEVELS || names.some((name) => name.length > 200) ? find('too_long', 'location') : names;
}

function readIntervals({ of, find, sense }: RowReading): Pick<RowValues, 'interval_days' | 'interval_months'> {
  const unit = intervalUnitOf(cellText(of('interval_unit') ?? ''));
  const columns = [['interval', unit], ['interval_days', 'days'], ['interval_months', 'months'], ['interval_years', 'years']] as const; // prettier-ignore
  for (const [field, own] of columns) {
    const cell = of(field);
    if (cell === null || cellText(cell) === '0') continue;
    const read = readInterval(cell, own, sense.language);
    if (!('code' in read)) return { interval_days: read.days, interval_months: read.months };
    find(read.code, field, read.suggestion);
  }
  return { interval_days: null, interval_months: null };
}

function readTags({ text, find }: RowReading): readonly string[] | null {
  const typed = text('tags', 4000);
  if (typed === null) return null;
  const tags = [
    ...new Set(
      typed
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    )
  ];
  return tags.length > ASSET.tags.max || tags.some((tag) => tag.length > ASSET.tags.each)
    ? find('too_long', 'tags')
    : tags;
}

function readCalibration({ of, text, find, warn, sense }: RowReading): RowValues['calibration'] {
  const dayOf = (field: (typeof DATES)[number]): string | null => {
    const cell = of(field);
    if (cell === null) return null;
    const read = readDate(cell, sense.order, sense.dates.get(field) ?? { dayFirst: false, monthFirst: false });
    return 'code' in read ? find(read.code, field) : read.value;
  };
  const [date, due] = [dayOf('last_calibrated'), dayOf('due_date')];
  const certificate = text('certificate_number', 100);
  const laboratory = text('laboratory', 200);
  if (date === null) {
    if (due !== null && of('last_calibrated') === null) warn('due_without_date', 'due_date');
    else if (certificate !== null && of('last_calibrated') === null)
      warn('certificate_without_date', 'certificate_number');
    return null;
  }
  if (date > sense.today) return find('date_in_future', 'last_calibrated');
  if (due !== null && due < date) return find('due_before_date', 'due_date');
  if (certificate === null || laboratory === null)
    warn('laboratory_not_stated', laboratory === null ? 'laboratory' : 'certificate_number');
  return { date, due, certificate, laboratory };
}
