/** The processes of the installation, by what each says of itself. */
import { sql } from 'slonik';
import { z } from 'zod';
import { processSchema, type ProcessRow } from '#lib/contracts/system.ts';
import type { Tx } from './transaction.ts';

export type Heartbeat = Pick<ProcessRow, 'id' | 'kind' | 'name' | 'version' | 'memory_bytes' | 'clock_ahead_ms'> & {
  readonly draining: boolean;
};

/** The clock of the database, not of the transaction, in milliseconds since 1970. */
export const databaseClock = (tx: Tx): Promise<number> =>
  tx.oneFirst(sql.type(z.object({ now: z.number() }))`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`);

export async function saveHeartbeat(tx: Tx, process: Heartbeat): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO processes (id, kind, name, version, memory_bytes, clock_ahead_ms, draining)
    VALUES (${process.id}, ${process.kind}, ${process.name}, ${process.version}, ${process.memory_bytes},
            ${process.clock_ahead_ms}, ${process.draining})
    ON CONFLICT (id) DO UPDATE SET memory_bytes = excluded.memory_bytes, clock_ahead_ms = excluded.clock_ahead_ms,
      draining = excluded.draining, seen_at = clock_timestamp()`);
}

/** Of a process that ends. */
export const removeProcess = (tx: Tx, id: string): Promise<unknown> =>
  tx.query(sql.unsafe`DELETE FROM processes WHERE id = ${id}`);

/** Those of which nothing was heard for so long; until then they are shown as lost. */
export const removeLostProcesses = (tx: Tx, hours: number): Promise<unknown> =>
  tx.query(sql.unsafe`DELETE FROM processes WHERE seen_at < clock_timestamp() - make_interval(hours => ${hours})`);

/** @param lostAfterSeconds of silence */
export const listProcesses = (tx: Tx, lostAfterSeconds: number): Promise<readonly ProcessRow[]> =>
  tx.any(sql.type(processSchema)`
    SELECT id, kind, name, version, memory_bytes, clock_ahead_ms, started_at, seen_at,
           CASE WHEN seen_at < clock_timestamp() - make_interval(secs => ${lostAfterSeconds}) THEN 'lost'
                WHEN draining THEN 'draining' ELSE 'alive' END AS state
    FROM processes ORDER BY kind, started_at, id`);
