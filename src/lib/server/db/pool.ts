import { createPool, createTypeParserPreset, sql, type DatabasePool, type Interceptor } from 'slonik';
import { parseResultRow } from './parse-result-row.ts';

/** Types read otherwise than by default, which would make numeric a float, timestamptz milliseconds, date local time, int8 a bigint. */
const OWN_TYPES = ['date', 'int8', 'numeric', 'timestamp', 'timestamptz', 'interval'];

/** `2026-11-21 09:30:00.123456+00` → `2026-11-21T09:30:00.123456Z`: the instant as the contract writes it, digits kept. */
export const instantFromPostgres = (value: string): string =>
  value
    .replace(' ', 'T')
    .replace(/([+-])(\d\d)(?::?00)?$/, (all, _sign, hours: string) => (hours === '00' ? 'Z' : all));

/** Counts and counters as numbers; one that a double cannot hold is a failure, never a neighbour. */
function exactInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is beyond the exact integers`);
  return number;
}

export const exactTypeParsers = [
  ...createTypeParserPreset().filter((parser) => !OWN_TYPES.includes(parser.name)),
  { name: 'int8', parse: exactInteger },
  { name: 'date', parse: (value: string) => value },
  { name: 'numeric', parse: (value: string) => value },
  { name: 'timestamptz', parse: instantFromPostgres }
];

/** The pool connects as the owner and steps down to a role that owns nothing, so that row-level security binds. */
const stepDown: Interceptor = {
  name: 'step-down',
  afterPoolConnection: async (_context, connection) => {
    await connection.query(
      sql.unsafe`SELECT set_config('role', 'plumbline_app', false), set_config('timezone', 'UTC', false)`
    );
    return null;
  }
};

/**
 * Opens the pool that the whole process shares.
 * @param size most connections at once; the rest of the callers wait.
 */
export function openPool(databaseUrl: string, size: number): Promise<DatabasePool> {
  return createPool(databaseUrl, {
    maximumPoolSize: size,
    connectionTimeout: 15_000,
    idleTimeout: 30_000,
    statementTimeout: 60_000,
    idleInTransactionSessionTimeout: 60_000,
    // Nothing is set for longer than a transaction, so there is nothing to discard at each release.
    resetConnection: () => Promise.resolve(),
    typeParsers: exactTypeParsers,
    interceptors: [stepDown, parseResultRow]
  });
}
