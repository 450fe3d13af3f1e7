import { AsyncResource } from 'node:async_hooks';
import type { OperationKind, Progress } from '#lib/contracts/long-work.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { failureOf } from '#lib/server/db/failure.ts';
import {
  beginOperation,
  findOperation,
  finishOperation,
  noteProgress,
  type BegunOperation,
  type Outcome
} from '#lib/server/db/operations.ts';
import { transaction, transactionAsOfNow, type Tx } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';
import { actorOf } from '#lib/server/use-cases/accounts/actor-of.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { keyOfResult, keyOfUpload } from './operation-keys.ts';

/** Somebody has cancelled it: whatever is under way is rolled back. */
export class Cancelled extends Refusal {
  constructor() {
    super('not_found', 'It was cancelled.');
  }
}

/** What the work of one kind is given. */
export type LongWork = {
  readonly id: string;
  readonly request: unknown;
  /** Who asked for it, with the rights that they have now. */
  readonly actor: PersonActor;
  /** Says how far it is. @throws Cancelled */
  readonly progress: (progress: Progress) => Promise<void>;
  /** Ends it within the transaction of the work. @throws Cancelled */
  readonly finish: (tx: Tx, outcome: Outcome) => Promise<void>;
};
export type LongWorkers = { readonly [K in OperationKind]?: (services: Services, work: LongWork) => Promise<void> };

/** Its process may have died again and again because of the work itself. */
const MOST_ATTEMPTS = 3;
/** Often enough for whoever watches, and to notice soon that it is cancelled. */
const TOLD_EVERY_MS = 500;

/**
 * Does one operation. Run again after its process died, it goes on from the beginning, for nothing had committed; what fails says so
 * in its row. Failures of the database or the store are thrown: the queue tries again.
 */
export async function runOperation(services: Services, id: string, workers: LongWorkers): Promise<void> {
  const { pool } = services;
  const begun = await transaction(pool, SYSTEM, (tx) => beginOperation(tx, id));
  if (begun === null) return removeFiles(services, id, !(await isDone(services, id)));
  let stays = false;
  try {
    await attempt(services, begun, workers);
  } catch (thrown) {
    if (thrown instanceof Cancelled) return await removeFiles(services, id, true);
    if (failureOf(thrown) !== null && begun.attempts < MOST_ATTEMPTS) {
      stays = true;
      throw thrown;
    }
    const error = errorOf(thrown);
    if (error.code === 'internal') services.log.error({ err: thrown, operation: id }, 'long work failed');
    await transaction(pool, SYSTEM, (tx) => finishOperation(tx, id, { state: 'failed', error }));
  } finally {
    if (!stays) await removeFiles(services, id, false);
  }
}

/** Done before, by a process that ended before it could tell the queue: what it has made is there to be fetched. */
const isDone = ({ pool }: Services, id: string): Promise<boolean> =>
  transaction(pool, SYSTEM, async (tx) => (await findOperation(tx, id))?.state === 'done');

async function attempt(services: Services, begun: BegunOperation, workers: LongWorkers): Promise<void> {
  const { id, kind, request, attempts, user_id } = begun;
  if (attempts > MOST_ATTEMPTS) throw new Error('the process ended several times while this was done');
  const { pool } = services;
  const asker = await transaction(pool, SYSTEM, (tx) => findUser(tx, user_id));
  if (asker === null) throw new Refusal('inactive', 'The account no longer exists.');
  const actor = await transactionAsOfNow(pool, actorOf(asker, null), (_tx, now) => Promise.resolve(now));
  let toldAt = -Infinity;
  // Told while the transaction of the work is open, on a connection of its own.
  const outside = new AsyncResource('long work');
  const worker = workers[kind];
  if (worker === undefined) throw new Error(`no work of the kind ${kind}`);
  await worker(services, {
    id,
    request,
    actor,
    progress: async (progress) => {
      if (performance.now() < toldAt + TOLD_EVERY_MS) return;
      toldAt = performance.now();
      const note = () => transaction(pool, SYSTEM, (tx) => noteProgress(tx, id, progress));
      if (!(await outside.runInAsyncScope(note))) throw new Cancelled();
    },
    finish: async (tx, outcome) => {
      if (!(await finishOperation(tx, id, outcome))) throw new Cancelled();
    }
  });
}

function errorOf(thrown: unknown): { code: string; detail: string } {
  if (thrown instanceof Refusal) return { code: thrown.code, detail: thrown.message };
  if (thrown instanceof InvalidInput) return { code: thrown.faults[0].type, detail: thrown.message };
  return { code: 'internal', detail: 'Something went wrong on the server. Nothing was changed; try again later.' };
}

async function removeFiles({ store }: Services, id: string, result: boolean): Promise<void> {
  await store.delete(keyOfUpload(id));
  if (result) await store.delete(keyOfResult(id));
}
