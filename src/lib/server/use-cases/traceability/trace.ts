import { MOST_TRACED, type Traceability } from '#lib/contracts/traceability.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { linkVisible } from '#lib/laboratory/traceability/link-visible.ts';
import { findTraced } from '#lib/server/db/traced-calibrations.ts';
import { findRoots, walkBackward, walkForward } from '#lib/server/db/traced-links.ts';
import { transaction, transactionAsOfNow } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

export type Direction = 'forward' | 'backward';

/**
 * Walks from calibrations that the actor may see. The walk goes on behind what the actor may not see, of which only the number is
 * told: their own instruments may rest on it.
 */
export async function trace(
  { pool }: Services,
  actor: PersonActor,
  rootIds: readonly string[],
  direction: Direction,
  depth: number | undefined
): Promise<Traceability> {
  const { links, isComplete } = await transaction(pool, SYSTEM, async (tx) => {
    const walk = direction === 'forward' ? walkForward : walkBackward;
    return walk(tx, await findRoots(tx, rootIds), { depth, most: MOST_TRACED });
  });
  const rows = await transactionAsOfNow(pool, actor, (tx) =>
    findTraced(
      tx,
      links.map(({ id }) => id)
    )
  );
  const seen = new Map(rows.map((row) => [row.id, row]));
  const visible = linkVisible(links, (id) => seen.has(id));
  return {
    root_ids: rootIds.filter((id) => seen.has(id)),
    calibrations: links.flatMap(({ id }) => {
      const [row, link] = [seen.get(id), visible.get(id)];
      return row && link ? [{ ...row, ...link }] : [];
    }),
    hidden: links.length - seen.size,
    is_complete: isComplete
  };
}
