import { sql } from 'slonik';
import { z } from 'zod';
import { actAsSystem } from '../standing.ts';
import type { Tx } from '../transaction.ts';
import { WAITING } from './waiting-rows.ts';

const allowed = z.object({ may: z.boolean() });

/** Whether this role may rename `public`, as the owner of a database may unless the schema was given to another role. */
export const mayPutAside = (tx: Tx): Promise<boolean> =>
  tx.oneFirst(sql.type(allowed)`
    SELECT pg_has_role(current_user, nspowner, 'USAGE') AS may FROM pg_namespace WHERE nspname = 'public'`);

/**
 * Makes `public` an empty schema, in which migrations can run as they are written. Nobody else sees it: until this transaction ends, `public`
 * is for them what it was, and they can read and write in it.
 */
export async function putAside(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`ALTER SCHEMA public RENAME TO plumbline_aside`);
  await tx.query(sql.unsafe`CREATE SCHEMA public`);
  await tx.query(sql.unsafe`GRANT USAGE ON SCHEMA public TO PUBLIC`);
}

/** Ends `putAside`: what was made meanwhile is where the rows of an import wait. */
export async function putBack(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`ALTER SCHEMA public RENAME TO plumbline_incoming`);
  await tx.query(sql.unsafe`ALTER SCHEMA plumbline_aside RENAME TO public`);
  // The owner is to see all waiting rows, and nothing is to happen when they are changed.
  await tx.query(sql.unsafe`DO $$
    DECLARE one record;
    BEGIN
      FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'plumbline_incoming'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE plumbline_incoming.%I NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER', one.relname);
      END LOOP;
    END $$`);
  await actAsSystem(tx);
}

/**
 * Runs the statements of one migration within this transaction. What it leaves to the end of its transaction is checked at its end.
 * @throws what PostgreSQL says
 */
export async function runMigration(tx: Tx, statements: string): Promise<void> {
  // They change rows of all organizations, and some end with nobody as the acting user.
  await actAsSystem(tx);
  // The connection takes one statement at a time; a block takes any number.
  await tx.query(sql.unsafe`SELECT set_config('plumbline.migration', ${statements}, true)`);
  await tx.query(sql.unsafe`DO $$ BEGIN EXECUTE current_setting('plumbline.migration'); END $$`);
  await tx.query(sql.unsafe`SET CONSTRAINTS ALL IMMEDIATE`);
}

const shape = z.object({ name: z.string(), columns: z.array(z.string()) });

/** The tables of the waiting rows with their columns. */
export const findWaitingTables = (tx: Tx): Promise<readonly z.infer<typeof shape>[]> =>
  tx.any(sql.type(shape)`
    SELECT c.relname::text AS name,
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns
    FROM pg_class c WHERE c.relnamespace = ${WAITING}::regnamespace AND c.relkind = 'r' ORDER BY c.relname::text COLLATE "C"`);
