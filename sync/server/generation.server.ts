import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findGeneration } from '#lib/server/db/change-streams.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Of the data that this server works on at this moment. */
export const currentGeneration = ({ pool }: Services): Promise<string> => transaction(pool, SYSTEM, findGeneration);

/**
 * The device cannot continue from what it has seen.
 * @param generation which it has to do with now
 * @param older whether the data may be older than what it has seen; else only deletions are forgotten by now
 */
export const expired = (generation: string, older: boolean): Refusal =>
  new Refusal('checkpoint_expired', 'This device cannot continue from where it was; it has to pull everything anew.', {
    generation,
    older
  });
