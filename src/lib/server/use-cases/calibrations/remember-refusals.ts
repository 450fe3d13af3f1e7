import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { findAppliedIds } from '#lib/server/db/applied-ids.ts';
import { awaitDeliveries, keepRefusedAttempts } from '#lib/server/db/refused-attempts.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Ended } from './record-calibrations.ts';
import type { Submission } from './submission.ts';

/**
 * A refusal is for an attempt: its author may correct the entry now, so that an earlier attempt, which hung in a proxy, must not be
 * applied any more. Not remembered is what of the entry was wrong: the next attempt is looked at anew.
 * @returns the places of those that an earlier attempt has been applied of meanwhile.
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
