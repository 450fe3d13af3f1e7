import type { CollectionName } from '#sync/protocol/collections.ts';
import type { Scope } from '#sync/client/replica.ts';
import type { LocalDatabase } from './local-database.ts';

/**
 * The organizations of which a collection has been read to its end on this device. A device of an earlier version did not note it;
 * it saved its lists only when it had caught up with everything.
 */
export async function completeIn(local: LocalDatabase, collection: CollectionName): Promise<readonly string[]> {
  const position = await local.positions.get(collection);
  if (position === undefined) return [];
  if (position.complete !== undefined) return position.complete;
  const caughtUp = (await local.lists.get('assets')) !== undefined;
  const scope = (await local.settings.get('scope'))?.value as Scope | undefined;
  return caughtUp ? (scope?.organizations ?? []) : [];
}
