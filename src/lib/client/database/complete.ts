import type { CollectionName } from '#sync/protocol/collections.ts';
import type { Scope } from '#sync/client/replica.ts';
import type { LocalDatabase } from './local-database.ts';

/**
 * The organizations for which this device has pulled a collection completely. An earlier version did not record this;
 * it saved its lists only when everything was complete.
 */
export async function completeIn(local: LocalDatabase, collection: CollectionName): Promise<readonly string[]> {
  const position = await local.positions.get(collection);
  if (position === undefined) return [];
  if (position.complete !== undefined) return position.complete;
  const caughtUp = (await local.lists.get('assets')) !== undefined;
  const scope = (await local.settings.get('scope'))?.value as Scope | undefined;
  return caughtUp ? (scope?.organizations ?? []) : [];
}
