import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from '../transaction.ts';
import { namesOf, type WholeTable } from './tables.ts';

/** Where the rows of an import wait until they are found whole. It is part of the transaction: whatever ends that, it is gone. */
export const WAITING = 'plumbline_incoming';

/** Makes an empty table for each table, with its checks and unique keys and without the links between them. */
export async function openWaitingRoom(tx: Tx, tables: readonly WholeTable[]): Promise<void> {
  await tx.query(sql.unsafe`CREATE SCHEMA plumbline_incoming`);
  for (const { name } of tables) {
    await tx.query(sql.unsafe`
      CREATE TABLE ${sql.identifier([WAITING, name])}
      (LIKE ${sql.identifier(['public', name])} INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING GENERATED INCLUDING DEFAULTS)`);
  }
}

/** Adds rows as `rowsOf` wrote them. */
export async function addRows(
  tx: Tx,
  schema: string,
  { name, columns }: Pick<WholeTable, 'name' | 'columns'>,
  lines: readonly string[]
): Promise<void> {
  const table = sql.identifier([schema, name]);
  await tx.query(sql.unsafe`
    INSERT INTO ${table} (${namesOf(columns)}) OVERRIDING SYSTEM VALUE
    SELECT ${namesOf(columns)} FROM json_populate_recordset(NULL::${table}, ${`[${lines.join(',')}]`}::json)`);
}

/**
 * Links the waiting rows as those of the application are linked. @throws an integrity violation where a row names another that is missing
 */
export async function linkWaitingRows(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SET LOCAL search_path = plumbline_incoming, pg_catalog`);
  await tx.query(sql.unsafe`DO $$
    DECLARE link record;
    BEGIN
      FOR link IN
        SELECT r.relname AS name, c.conname, pg_get_constraintdef(c.oid) AS definition
        FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
        WHERE c.contype = 'f' AND r.relnamespace = 'public'::regnamespace
          AND to_regclass(format('plumbline_incoming.%I', r.relname)) IS NOT NULL
        ORDER BY r.relname, c.conname
      LOOP
        EXECUTE format('ALTER TABLE plumbline_incoming.%I ADD CONSTRAINT %I %s', link.name, link.conname,
                       replace(link.definition, 'REFERENCES public.', 'REFERENCES plumbline_incoming.'));
      END LOOP;
    END $$`);
  await tx.query(sql.unsafe`SET LOCAL search_path = public`);
}

/** Runs statements that name tables without a schema on the waiting rows. */
export async function amongWaitingRows<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query(sql.unsafe`SET LOCAL search_path = plumbline_incoming, public`);
  const value = await work();
  await tx.query(sql.unsafe`SET LOCAL search_path = public`);
  return value;
}

const counted = z.object({ n: z.coerce.number() });

/** Points without their calibration, which no link of the database finds. */
export const countLostPoints = (tx: Tx): Promise<number> =>
  tx.oneFirst(sql.type(counted)`
    SELECT count(*) AS n FROM plumbline_incoming.calibration_points p
    WHERE NOT EXISTS (SELECT FROM plumbline_incoming.calibrations c WHERE c.id = p.calibration_id)`);

const who = z.object({ email: z.string(), is_caller: z.boolean() });

/** The superadmins who could sign in with the waiting rows. */
export const findWaitingSuperadmins = (tx: Tx, callerId: string): Promise<readonly z.infer<typeof who>[]> =>
  tx.any(sql.type(who)`
    SELECT u.email, u.id = ${callerId} AS is_caller FROM plumbline_incoming.users u
    WHERE u.role = 'superadmin' AND u.is_active AND u.is_verified
      AND EXISTS (SELECT FROM plumbline_incoming.passwords p WHERE p.user_id = u.id)
    ORDER BY u.email`);

/** What is left after a reset: superadmins and the caller, with how they sign in. */
export async function addAccountsThatStay(tx: Tx, tables: readonly WholeTable[], callerId: string): Promise<void> {
  const stays = sql.fragment`(SELECT id FROM public.users WHERE role = 'superadmin' OR id = ${callerId})`;
  const copy = async (name: string, whose: 'id' | 'user_id') => {
    const columns = namesOf(tables.find((table) => table.name === name)?.columns ?? []);
    await tx.query(sql.unsafe`
      INSERT INTO ${sql.identifier([WAITING, name])} (${columns})
      SELECT ${columns} FROM ${sql.identifier(['public', name])} WHERE ${sql.identifier([whose])} IN ${stays}`);
  };
  await copy('users', 'id');
  for (const name of [
    'passwords',
    'totp_secrets',
    'passkeys',
    'recovery_codes',
    'identities',
    'notification_preferences'
  ]) {
    await copy(name, 'user_id');
  }
  // The picture goes with all other files.
  await tx.query(sql.unsafe`UPDATE plumbline_incoming.users SET profile_picture_id = NULL`);
  // The rows that a new installation has.
  await tx.query(sql.unsafe`INSERT INTO plumbline_incoming.email_settings DEFAULT VALUES`);
  await tx.query(sql.unsafe`INSERT INTO plumbline_incoming.sign_in_settings DEFAULT VALUES`);
  await tx.query(sql.unsafe`INSERT INTO plumbline_incoming.organization_changes VALUES (nobody(), 0)`);
}

export async function closeWaitingRoom(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`DROP SCHEMA plumbline_incoming CASCADE`);
}
