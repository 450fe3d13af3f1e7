import { v7 as uuidv7 } from 'uuid';
import type { OperationKind } from '#lib/contracts/long-work.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countUnfinished, insertOperation } from '#lib/server/db/operations.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';

/** The maximum number that wait or run for one person. */
const MOST_AT_ONCE = 5;

/**
 * Records the work and enqueues it.
 * @param id if files have already been stored under it
 * @param runAt before now: ahead of what has waited since then
 * @throws Refusal `too_many_requests`, `database_busy`
 */
export async function beginLongWork(
  tx: Tx,
  actor: PersonActor,
  kind: OperationKind,
  request: object,
  id = uuidv7(),
  runAt?: Date
): Promise<{ readonly job_id: string }> {
  await assertRoom(tx, actor);
  if (!(await insertOperation(tx, { id, userId: actor.userId, kind, request }))) {
    throw new Refusal(
      'database_busy',
      'Other work on the whole installation or on the demonstration is under way. Wait until it has finished.'
    );
  }
  await enqueue(tx, 'run_operation', { operation_id: id }, { queueName: 'long_work', ...(runAt && { runAt }) });
  return { job_id: id };
}

/** Asked also before a file is received for the work: nobody sends gigabytes for nothing. @throws Refusal `too_many_requests` */
export async function assertRoom(tx: Tx, actor: PersonActor): Promise<void> {
  if ((await countUnfinished(tx, actor.userId)) >= MOST_AT_ONCE) {
    throw new Refusal(
      'too_many_requests',
      `You already have ${MOST_AT_ONCE} exports and imports waiting. Wait until one has finished, or cancel one.`,
      { retry_after_seconds: 15 }
    );
  }
}
