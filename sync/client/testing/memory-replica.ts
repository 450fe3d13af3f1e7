import type { CollectionName } from '#sync/protocol/collections.ts';
import {
  FIRST_POSITION,
  type LostRow,
  type Position,
  type ReplicaRow,
  type ReplicaStore,
  type Scope
} from '../replica.ts';

/** Pulled rows in memory. `failAt` makes the named step throw once: the tab was killed there. */
export function memoryReplica() {
  const rows = new Map<CollectionName, Map<string, ReplicaRow>>();
  const positions = new Map<CollectionName, Position>();
  const lost = new Map<string, LostRow>();
  let scope: Scope | null = null;
  let failing: keyof ReplicaStore | null = null;
  const of = (collection: CollectionName) => {
    const existing = rows.get(collection) ?? new Map<string, ReplicaRow>();
    rows.set(collection, existing);
    return existing;
  };
  const passing = (step: keyof ReplicaStore) => {
    if (failing !== step) return;
    failing = null;
    throw new Error(`killed at ${step}`);
  };
  const store: ReplicaStore = {
    position: async (collection) => positions.get(collection) ?? FIRST_POSITION,
    setPosition: async (collection, position) => {
      passing('setPosition');
      positions.set(collection, position);
    },
    origins: async (collection, ids) => {
      const found = ids.map((id) => of(collection).get(id)).filter((row) => row !== undefined);
      return new Map(found.map((row) => [row.id, row]));
    },
    write: async (collection, written, removed) => {
      passing('write');
      for (const row of written) of(collection).set(row.id, row);
      for (const id of removed) of(collection).delete(id);
    },
    removeStreams: async (collection, streams) => {
      passing('removeStreams');
      for (const row of [...of(collection).values()]) if (streams.includes(row.stream)) of(collection).delete(row.id);
    },
    olderRows: async (collection, epoch, ids) =>
      [...of(collection).values()].filter((row) => row.epoch < epoch && (ids?.includes(row.id) ?? true)),
    keepLost: async (kept) => {
      passing('keepLost');
      for (const row of kept) {
        const key = `${row.collection}/${row.id}`;
        if (!lost.has(key)) lost.set(key, row);
      }
    },
    dropGone: async (collection, ids) => {
      for (const id of ids) if (lost.get(`${collection}/${id}`)?.kind === 'gone') lost.delete(`${collection}/${id}`);
    },
    removeOlder: async (collection, epoch) => {
      for (const row of [...of(collection).values()]) if (row.epoch < epoch) of(collection).delete(row.id);
    },
    scope: async () => scope,
    setScope: async (next) => {
      scope = next;
    }
  };
  return {
    ...store,
    lost: () => [...lost.values()],
    ids: (collection: CollectionName) => [...of(collection).keys()].sort(),
    row: (collection: CollectionName, id: string) => of(collection).get(id),
    failAt: (step: keyof ReplicaStore) => {
      failing = step;
    }
  };
}
