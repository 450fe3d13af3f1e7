import { MEASURING } from '#lib/records/measuring.ts';
import type { SheetField } from '#lib/records/sheet-fields.ts';
import type { Decimals } from './read-number.ts';
import { readQuantity, readRange } from './read-range.ts';
import { readTolerance } from './read-tolerance.ts';
import { readUnit } from './read-unit.ts';
import type { RowReading, RowValues } from './row-values.ts';

type Measuring = Pick<RowValues, 'unit' | 'range_min' | 'range_max' | 'resolution' | 'tolerance'>;
const UNKNOWN: Decimals = { point: false, comma: false };

/** Range, resolution and tolerance of a row, all in one unit. */
export function readMeasuring(reading: RowReading): Measuring {
  const { text, find, warn, sense } = reading;
  const units: { readonly field: SheetField; readonly unit: string }[] = [];
  const meet = (field: SheetField, written: string | null) => {
    if (written === null) return;
    const { unit, suggestion } = readUnit(written);
    if (unit.length > MEASURING.unit.max) return void find('too_long', field);
    if (suggestion !== null) warn('unit_unknown', field, field === 'unit' ? suggestion : undefined);
    const [first] = units;
    if (first === undefined) units.push({ field, unit });
    else if (first.unit !== unit) find('unit_differs', field);
  };
  meet('unit', text('unit', 100));
  const range = rangeOf(reading, meet);
  const resolution = quantityOf(reading, 'resolution', meet);
  if (resolution !== null && resolution <= 0) find('not_positive', 'resolution');
  const tolerance = toleranceOf(reading, meet);
  const isOfSpan = tolerance?.some(({ kind }) => kind === 'percent_of_span') ?? false;
  if (isOfSpan && (range.range_min === null || range.range_max === null)) find('span_missing', 'tolerance');
  return { ...range, resolution, tolerance, unit: units[0]?.unit ?? sense.unit };
}

type Meet = (field: SheetField, unit: string | null) => void;

function rangeOf(reading: RowReading, meet: Meet): Pick<Measuring, 'range_min' | 'range_max'> {
  const { of, find, sense } = reading;
  const cell = of('range');
  const none = { range_min: null, range_max: null };
  if (cell === null) {
    const [range_min, range_max] = [quantityOf(reading, 'range_min', meet), quantityOf(reading, 'range_max', meet)];
    if (range_min !== null && range_max !== null && range_min >= range_max) find('range_order', 'range_max');
    return { range_min, range_max };
  }
  const read = readRange(cell, sense.decimals.get('range') ?? UNKNOWN);
  if ('code' in read) {
    find(read.code, 'range', read.suggestion);
    return none;
  }
  if (read.from >= read.to) find('range_order', 'range');
  meet('range', read.unit);
  return { range_min: read.from, range_max: read.to };
}

function quantityOf(
  { of, find, sense }: RowReading,
  field: 'range_min' | 'range_max' | 'resolution',
  meet: Meet
): number | null {
  const cell = of(field);
  if (cell === null) return null;
  const read = readQuantity(cell, sense.decimals.get(field) ?? UNKNOWN);
  if ('code' in read) return find(read.code, field);
  meet(field, read.unit);
  return read.value;
}

function toleranceOf({ of, find, sense }: RowReading, meet: Meet): Measuring['tolerance'] {
  const cell = of('tolerance');
  if (cell === null) return null;
  const read = readTolerance(cell, sense.decimals.get('tolerance') ?? UNKNOWN);
  if ('code' in read) return find(read.code, 'tolerance');
  meet('tolerance', read.unit);
  return read.parts;
}
