import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from '../transaction.ts';
import { findAllTables, namesOf, STAYING, type WholeTable } from './tables.ts';
import { WAITING } from './waiting-rows.ts';

/** Pages of a table that are moved by one statement, which may not take longer than any other (80 MB). */
const PAGES_AT_ONCE = 10_000;

/** Nobody reads or writes from here on; those who try wait. @throws a transient failure where somebody is not done in half a minute */
export async function lockEverything(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SET LOCAL lock_timeout = '30s'`);
  const all = (await findAllTables(tx)).map(({ name }) => sql.identifier([name]));
  await tx.query(sql.unsafe`LOCK TABLE ${sql.join(all, sql.fragment`, `)} IN ACCESS EXCLUSIVE MODE`);
  await tx.query(sql.unsafe`SET LOCAL lock_timeout = 0`);
}

/**
 * Replaces all rows by those that wait. Rules that look at single changes (triggers, links in the order of rows) rest meanwhile; the links are
 * checked again at the end. Sessions and this operation of the caller stay, if the caller's account is among the new rows.
 */
export async function replaceEverything(
  tx: Tx,
  tables: readonly WholeTable[],
  caller: { readonly userId: string; readonly operationId: string }
): Promise<void> {
  const { userId, operationId } = caller;
  await tx.query(sql.unsafe`
    CREATE TEMP TABLE kept_sessions ON COMMIT DROP AS SELECT * FROM sessions WHERE user_id = ${userId}`);
  await tx.query(sql.unsafe`
    CREATE TEMP TABLE kept_operations ON COMMIT DROP AS SELECT * FROM operations WHERE id = ${operationId}`);
  await suspendRules(tx);
  const names = (await findAllTables(tx)).map(({ name }) => name);
  await emptyTables(
    tx,
    names.filter((name) => !STAYING.has(name))
  );
  for (const table of tables) await moveRows(tx, table);
  for (const name of ['sessions', 'operations']) {
    await tx.query(sql.unsafe`
      INSERT INTO ${sql.identifier([name])} SELECT * FROM ${sql.identifier([`kept_${name}`])}
      WHERE user_id IN (SELECT id FROM users WHERE is_active)`);
  }
  await resumeRules(tx);
}

const pages = z.object({ n: z.coerce.number() });

async function moveRows(tx: Tx, { name, columns }: WholeTable): Promise<void> {
  const from = sql.identifier([WAITING, name]);
  const size = await tx.oneFirst(
    sql.type(pages)`SELECT pg_relation_size(${`${WAITING}.${name}`}::regclass) / 8192 AS n`
  );
  for (let page = 0; page <= size; page += PAGES_AT_ONCE) {
    await tx.query(sql.unsafe`
      INSERT INTO ${sql.identifier([name])} (${namesOf(columns)}) OVERRIDING SYSTEM VALUE
      SELECT ${namesOf(columns)} FROM ${from}
      WHERE ctid >= ${`(${page},0)`}::tid AND ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid`);
  }
}

/** Lets rules rest that look at single changes. The owner sees all rows meanwhile. */
export async function suspendRules(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`
    CREATE TEMP TABLE suspended_links ON COMMIT DROP AS
    SELECT r.relname::text AS name, c.conname::text AS link, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype = 'f' AND r.relnamespace = 'public'::regnamespace`);
  await tx.query(sql.unsafe`
    CREATE TEMP TABLE suspended_policies ON COMMIT DROP AS
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relforcerowsecurity`);
  await tx.query(sql.unsafe`DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT * FROM suspended_links LOOP
        EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT %I', one.name, one.link);
      END LOOP;
      FOR one IN SELECT * FROM suspended_policies LOOP
        EXECUTE format('ALTER TABLE public.%I NO FORCE ROW LEVEL SECURITY', one.name);
      END LOOP;
      FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER USER', one.relname);
      END LOOP;
    END $$`);
}

/** Ends `suspendRules`. @throws an integrity violation where a row names another that is missing */
export async function resumeRules(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT * FROM suspended_links LOOP
        EXECUTE format('ALTER TABLE public.%I ADD CONSTRAINT %I %s', one.name, one.link, one.definition);
      END LOOP;
      FOR one IN SELECT c.relname, a.attname, pg_get_serial_sequence(format('public.%I', c.relname), a.attname) AS sequence
                 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> '' LOOP
        EXECUTE format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM public.%I', one.sequence, one.attname, one.relname);
      END LOOP;
      FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER USER', one.relname);
      END LOOP;
      FOR one IN SELECT * FROM suspended_policies LOOP
        EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', one.name);
      END LOOP;
    END $$`);
  await tx.query(sql.unsafe`DROP TABLE suspended_links, suspended_policies`);
}

/** Removes all rows of tables. */
export async function emptyTables(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.query(sql.unsafe`
    TRUNCATE ${sql.join(
      names.map((name) => sql.identifier([name])),
      sql.fragment`, `
    )}`);
}

const there = z.object({ there: z.boolean() });

/** Whether the operation still runs, read behind the lock of everything: from here on it can no longer be cancelled. */
export const isStillRunning = (tx: Tx, operationId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(there)`
    SELECT EXISTS (SELECT FROM operations WHERE id = ${operationId} AND state = 'running') AS there`);

/** Whether the account was among the new rows, so that its operation is there to be finished. */
export const isOperationThere = (tx: Tx, operationId: string): Promise<boolean> =>
  tx.oneFirst(sql.type(there)`SELECT EXISTS (SELECT FROM operations WHERE id = ${operationId}) AS there`);

/** Calibrations whose certificates are to be issued: the jobs of before know nothing of them. */
export const findPendingCertificates = (tx: Tx): Promise<readonly string[]> =>
  tx.anyFirst(
    sql.type(
      z.object({ id: z.string() })
    )`SELECT calibration_id AS id FROM certificates WHERE state = 'pending' ORDER BY 1`
  );
