import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Tx } from '../transaction.ts';

/**
 * Tables whose rows are not part of an archive: who is signed in, what is under way, and what describes this installation and not its data.
 */
export const NOT_EXPORTED: ReadonlySet<string> = new Set([
  'account_tokens',
  'applied_migrations',
  'certificate_claims',
  'clock_ticks',
  'idempotency_keys',
  'installation',
  'login_attempts',
  'mail_log',
  'operations',
  'processes',
  'push_subscriptions',
  'sessions',
  'unkept_objects',
  'used_passkey_challenges',
  'used_sign_in_tickets'
]);
/** Of these, the tables that an import or reset leaves as they are; all others are emptied. */
export const STAYING: ReadonlySet<string> = new Set([
  'applied_migrations',
  'clock_ticks',
  'installation',
  'login_attempts',
  'processes',
  'unkept_objects',
  'used_passkey_challenges',
  'used_sign_in_tickets'
]);

const tableSchema = z.object({
  name: z.string(),
  /** Those that are written; generated columns follow from them. */
  columns: z.array(z.string()),
  /** The columns of the primary key. */
  key: z.array(z.string())
});
export type WholeTable = z.infer<typeof tableSchema>;

/** All tables of the application, by name. */
export const findAllTables = (tx: Tx): Promise<readonly WholeTable[]> =>
  tx.any(sql.type(tableSchema)`
    SELECT c.relname::text AS name,
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
           ARRAY(SELECT a.attname::text FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(number, place)
                   JOIN pg_attribute a ON a.attnum = k.number
                 WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid ORDER BY k.place) AS key
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname::text COLLATE "C"`);

/** The tables of an archive, by name. */
export const findArchivedTables = async (tx: Tx): Promise<readonly WholeTable[]> =>
  (await findAllTables(tx)).filter(({ name }) => !NOT_EXPORTED.has(name));

/** The last migration: what an archive was made by, and what it can be read by. */
export const findMigration = (tx: Tx): Promise<string> =>
  tx.oneFirst(sql.type(z.object({ name: z.string() }))`SELECT name FROM applied_migrations ORDER BY name DESC LIMIT 1`);

export const findKeyMark = (tx: Tx): Promise<string | null> =>
  tx.oneFirst(sql.type(z.object({ mark: z.string().nullable() }))`SELECT secret_key_mark AS mark FROM installation`);

export const namesOf = (columns: readonly string[]): FragmentSqlToken =>
  sql.join(
    columns.map((column) => sql.identifier([column])),
    sql.fragment`, `
  ) as unknown as FragmentSqlToken;
