import pg from 'pg';
import { spellInstant } from '#lib/laboratory/instant.ts';

/** Counts and counters as numbers; one that a double cannot represent is an error, never rounded. */
function exactInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the exact integers`);
  return number;
}

const asWritten = (value: string): string => value;

/** Types read otherwise than by default, which would make numeric a float, timestamptz milliseconds, date local time, int8 text. */
const EXACT: readonly {
  readonly type: number;
  readonly array: number;
  readonly parse: (value: string) => string | number;
}[] = [
  { type: pg.types.builtins.INT8, array: 1016, parse: exactInteger },
  { type: pg.types.builtins.DATE, array: 1182, parse: asWritten },
  { type: pg.types.builtins.NUMERIC, array: 1231, parse: asWritten },
  { type: pg.types.builtins.TIMESTAMPTZ, array: 1185, parse: spellInstant }
];

/** Its types (pg-types 2.2) describe a function; it is actually an object with `create`. */
const arrays = pg.types.arrayParser as unknown as {
  create<T>(text: string, parse: (value: string) => T): { parse(): (T | null)[] };
};

const parsers = new Map<number, (text: string) => unknown>(
  EXACT.flatMap(({ type, array, parse }) => [
    [type, parse],
    [array, (text: string) => arrays.create<string | number>(text, parse).parse()]
  ])
);

/** The parser for each type of a result, by its number in Postgres's catalogue, which is the same in every version. */
export const exactTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser
};
