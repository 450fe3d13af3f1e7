import { findNamedLocations, findNamedProcedures } from '#lib/server/db/archive-import.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { ChangedIds } from './changed-ids.ts';
import type { Incoming } from './incoming.ts';

type Looking = {
  readonly tx: Tx;
  readonly target: { readonly organizationId: string };
  readonly ids: ChangedIds;
};

/** Gives locations and procedures of a file without ids of its own the ids of those that are there under the same name. */
export async function matchByName({ tx, target, ids }: Looking, incoming: Incoming): Promise<void> {
  const key = (parent: string | null, name: string) => `${parent ?? ''}/${name.toLowerCase()}`;
  const places = new Map(
    (await findNamedLocations(tx, target.organizationId)).map(({ id, parent_id, name }) => [key(parent_id, name), id])
  );
  // Those above come first: what is within them is looked for in what they have become.
  const waiting = new Map(incoming.locations.map((location) => [location.id, location]));
  for (let left = -1; waiting.size !== left;) {
    left = waiting.size;
    for (const { id, parent_id: parent, name } of [...waiting.values()]) {
      if (parent !== null && waiting.has(parent)) continue;
      waiting.delete(id);
      const same = places.get(key(parent === null ? null : (ids.get(parent) ?? parent), name));
      if (same !== undefined && same !== id) ids.set(id, same);
    }
  }
  const procedures = new Map(
    (await findNamedProcedures(tx, target.organizationId)).map(({ id, name }) => [name.toLowerCase(), id])
  );
  for (const { id, name } of incoming.procedures) {
    const same = procedures.get(name.toLowerCase());
    if (same !== undefined && same !== id) ids.set(id, same);
  }
}
