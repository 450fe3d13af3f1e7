import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findGeneration } from '#lib/server/db/change-streams.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The current generation of this server's data. */
export const currentGeneration = ({ pool }: Services): Promise<string> => transaction(pool, SYSTEM, findGeneration);

/**
 * The device cannot continue from its checkpoint.
 * @param generation the current one
 * @param older whether the data may be older than what the device has seen; otherwise only deletions have been
 * forgotten
 */
export const expired = (generation: string, older: boolean): Refusal =>
  new Refusal('checkpoint_expired', 'This device cannot continue from where it was; it has to pull everything anew.', {
    generation,
    older
  });
