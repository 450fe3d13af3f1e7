/**
 * A list of records as columns, written and read as one JSON text. Twenty thousand assets become a few megabytes that are
 * parsed in one go: a fraction of the time of reading them row by row, which matters for an offline start.
 */
type Column =
  /** The same value in every row. */
  | { readonly every: unknown }
  /** One of a few values: their places in the palette, each written as `width` characters. */
  | { readonly palette: readonly unknown[]; readonly width: number; readonly places: string }
  /** Texts of one length, end to end. */
  | { readonly width: number; readonly text: string }
  /** Texts without line breaks, a line each. */
  | { readonly lines: string }
  | { readonly values: readonly unknown[] };
type Columns = { readonly length: number; readonly columns: { readonly [key: string]: Column } };

/** Digits of an index: printable, and none that JSON escapes. */
const DIGITS = 64;
const FIRST_DIGIT = 35;
const ESCAPED = 92;
/** If a larger fraction of the values differ, a palette is not worthwhile. */
const WORTH_A_PALETTE = 0.5;

/** Writes records of one shape; a key that a record lacks is read back as null. */
export function toColumns(records: readonly object[]): string {
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  const columns: Record<string, Column> = {};
  for (const key of keys) {
    columns[key] = columnOf(records.map((record) => (record as Record<string, unknown>)[key] ?? null));
  }
  return JSON.stringify({ length: records.length, columns } satisfies Columns);
}

function columnOf(values: readonly unknown[]): Column {
  const placeOf = new Map<unknown, number>();
  const palette: unknown[] = [];
  const places: number[] = [];
  for (const value of values) {
    const key = typeof value === 'object' && value !== null ? `\0${JSON.stringify(value)}` : value;
    const place = placeOf.get(key) ?? palette.push(value) - 1;
    placeOf.set(key, place);
    places.push(place);
  }
  if (palette.length === 1) return { every: palette[0] };
  if (palette.length > values.length * WORTH_A_PALETTE) return textsOr(values);
  const width = palette.length <= DIGITS ? 1 : palette.length <= DIGITS ** 2 ? 2 : 3;
  return { palette, width, places: places.map((place) => digitsOf(place, width)).join('') };
}

/** One long text is read far faster than many short ones. */
function textsOr(values: readonly unknown[]): Column {
  if (!values.every((value) => typeof value === 'string')) return { values };
  const width = values[0]?.length ?? 0;
  if (values.every(({ length }) => length === width)) return { width, text: values.join('') };
  return values.some((value) => value.includes('\n')) ? { values } : { lines: values.join('\n') };
}

function digitsOf(place: number, width: number): string {
  let text = '';
  for (let rest = place, digit = 0; digit < width; digit += 1, rest = Math.floor(rest / DIGITS)) {
    const code = FIRST_DIGIT + (rest % DIGITS);
    text += String.fromCharCode(code >= ESCAPED ? code + 1 : code);
  }
  return text;
}

export type ColumnReader = {
  readonly length: number;
  readonly keys: readonly string[];
  readonly column: (key: string) => (row: number) => unknown;
};

/** Opens what `toColumns` wrote. Rows share the objects of a palette: treat them as read-only. */
export function openColumns(text: string): ColumnReader {
  const { length, columns } = JSON.parse(text) as Columns;
  return {
    length,
    keys: Object.keys(columns),
    column: (key) => {
      const column = columns[key];
      if (column === undefined) return () => null;
      if ('every' in column) return () => column.every;
      if ('values' in column) return (row) => column.values[row];
      if ('lines' in column) {
        const lines = column.lines.split('\n');
        return (row) => lines[row];
      }
      if ('text' in column) return (row) => column.text.slice(row * column.width, (row + 1) * column.width);
      const { palette, places, width } = column;
      return (row) => palette[placeAt(places, row * width, width)];
    }
  };
}

function placeAt(places: string, start: number, width: number): number {
  let place = 0;
  for (let digit = width - 1; digit >= 0; digit -= 1) {
    const code = places.charCodeAt(start + digit);
    place = place * DIGITS + (code > ESCAPED ? code - 1 : code) - FIRST_DIGIT;
  }
  return place;
}

/** All records at once, for short lists. */
export function fromColumns(text: string): Record<string, unknown>[] {
  const { length, keys, column } = openColumns(text);
  const readers = keys.map((key) => [key, column(key)] as const);
  return Array.from({ length }, (_, row) => Object.fromEntries(readers.map(([key, read]) => [key, read(row)])));
}
