import { sql } from 'slonik';
import type { Tx } from './transaction.ts';

/**
 * Claims one tick of a clock for the caller: true for the first process, false for all others.
 * @param tick text that grows with time, such as a calendar date.
 * @param latest no right clock has claimed a later one: that clock was ahead, and what it claimed is given again.
 */
export async function claimTick(tx: Tx, job: string, tick: string, latest: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO clock_ticks AS known (job, last_tick) VALUES (${job}, ${tick})
    ON CONFLICT (job) DO UPDATE SET last_tick = excluded.last_tick
      WHERE known.last_tick < excluded.last_tick OR known.last_tick > ${latest}`);
  return rowCount > 0;
}
