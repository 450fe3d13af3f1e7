import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findAppliedIds } from '#lib/server/db/applied-ids.ts';
import { awaitDeliveries, keepRefusedAttempts } from '#lib/server/db/refused-attempts.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Ended } from './record-calibrations.ts';
import type { Submission } from './submission.ts';

/**
 * A refusal belongs to an attempt: its author may now correct the entry, so an earlier attempt delayed in a proxy must
 * no longer be applied. The fault itself is not recorded: the next attempt is judged again. @returns the indices of
 * entries of which an earlier attempt has been applied meanwhile.
 */
export async function rememberRefusals(
  { pool }: Services,
  actor: PersonActor,
  submissions: readonly Submission[],
  ended: readonly Ended[]
): Promise<number[]> {
  const refused = submissions.flatMap(({ id, attempt }, place) =>
    ended[place]?.status === 'rejected' && attempt !== undefined ? [{ id, attempt, place }] : []
  );
  if (refused.length === 0) return [];
  return transaction(pool, SYSTEM, async (tx) => {
    await awaitDeliveries(tx, actor.userId);
    const ids = refused.map(({ id }) => id);
    const applied = await findAppliedIds(tx, ids);
    const open = refused.filter(({ id }) => !applied.has(id));
    if (open.length > 0) await keepRefusedAttempts(tx, actor.userId, open);
    return refused.filter(({ id }) => applied.has(id)).map(({ place }) => place);
  });
}
