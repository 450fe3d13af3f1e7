/**
 * Which calibration took its reference values from which: walked level by level, so that a cycle is not walked twice.
 */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import type { Link } from '#lib/laboratory/traceability/link-visible.ts';
import type { Tx } from './transaction.ts';

const linkRow = z.object({ id, rests_on_id: id.nullable() });
type Row = z.infer<typeof linkRow>;

/** How far a walk goes: steps, and calibrations in all. */
export type Reach = { readonly depth?: number | undefined; readonly most: number };
export type Walk = { readonly links: readonly Link[]; readonly isComplete: boolean };

const find = (tx: Tx, condition: FragmentSqlToken): Promise<readonly Row[]> =>
  tx.any(sql.type(linkRow)`
    SELECT c.id, c.reference_calibration_id AS rests_on_id FROM calibrations c WHERE ${condition}
    ORDER BY c.calibration_date DESC, c.id`);
const among = (column: FragmentSqlToken, ids: readonly string[]): FragmentSqlToken =>
  sql.fragment`${column} = ANY(${sql.array([...ids], 'uuid')})`;

/** The calibrations themselves, as where a walk begins. */
export const findRoots = (tx: Tx, ids: readonly string[]): Promise<readonly Row[]> =>
  find(tx, among(sql.fragment`c.id`, ids));

/** From the roots to everything based on them. Read by the system: the caller may see less. */
export const walkForward = (tx: Tx, roots: readonly Row[], reach: Reach): Promise<Walk> =>
  walk(roots, reach, (level) =>
    find(
      tx,
      among(
        sql.fragment`c.reference_calibration_id`,
        level.map((row) => row.id)
      )
    )
  );

/** From the roots to everything they are based on. Read by the system: the caller may see less. */
export const walkBackward = (tx: Tx, roots: readonly Row[], reach: Reach): Promise<Walk> =>
  walk(roots, reach, async (level) => {
    const wanted = level.flatMap((row) => row.rests_on_id ?? []);
    return wanted.length === 0 ? [] : findRoots(tx, wanted);
  });

async function walk(
  roots: readonly Row[],
  { depth = Infinity, most }: Reach,
  next: (level: readonly Row[]) => Promise<readonly Row[]>
): Promise<Walk> {
  const met = new Map<string, Link>();
  let level = roots;
  for (let step = 0; level.length > 0; step++) {
    const fresh = level.filter((row) => !met.has(row.id));
    if (step > depth || met.size + fresh.length > most)
      return { links: [...met.values()], isComplete: fresh.length === 0 };
    for (const row of fresh) met.set(row.id, { ...row, depth: step });
    level = fresh.length === 0 ? [] : await next(fresh);
  }
  return { links: [...met.values()], isComplete: true };
}
