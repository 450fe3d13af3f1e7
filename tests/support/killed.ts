/** Work in a process that dies in the middle of it: its connections to the database end, and nothing more reaches the database. */
import { openPool } from '#lib/server/db/pool.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { CutLine } from './cut-line.ts';

/** Does the work in a process that dies at a place of it, or a little after it. @returns whether it came to its end. */
type Killed = <Given extends unknown[]>(
  work: (doomed: Services, ...given: Given) => Promise<unknown>,
  ...given: Given
) => Promise<boolean>;

/** The place is drawn among the bytes that the work, when nothing is in its way, sends to the database: once it is done whole. */
export function killer(line: CutLine, services: Services, random: (below: number) => number): Killed {
  const whole = new Map<unknown, number>();
  return async (work, ...given) => {
    line.dieAfter(null);
    const pool = await openPool(line.url, 4);
    const before = line.sent();
    const known = whole.get(work);
    line.dieAfter(known === undefined ? null : random(Math.round(1.2 * known)));
    try {
      await work({ ...services, pool }, ...given);
      whole.set(work, Math.max(known ?? 0, line.sent() - before));
      return true;
    } catch {
      return false;
    } finally {
      line.dieAfter(null);
      await pool.end();
    }
  };
}
