import { createPool, createTypeParserPreset, sql, type DatabasePool, type Interceptor } from 'slonik';
import { parseResultRow } from './parse-result-row.ts';

/** Types whose default parsers would lose something: numeric as float, timestamptz as milliseconds, date as local time. */
const EXACT_TYPES = ['date', 'numeric', 'timestamp', 'timestamptz', 'interval'];

/** `2026-11-21 09:30:00.123456+00` → `2026-11-21T09:30:00.123456Z`: the instant as the contract writes it, digits kept. */
export const instantFromPostgres = (value: string): string =>
  value
    .replace(' ', 'T')
    .replace(/([+-])(\d\d)(?::?00)?$/, (all, _sign, hours: string) => (hours === '00' ? 'Z' : all));

export const exactTypeParsers = [
  ...createTypeParserPreset().filter((parser) => !EXACT_TYPES.includes(parser.name)),
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
