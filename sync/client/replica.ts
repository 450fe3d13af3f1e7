import type { CollectionName } from '#sync/protocol/collections.ts';
import type { InstanceFacts } from '#sync/protocol/pull.ts';

/** Where a row on the device comes from. `epoch` counts how often this device has begun to pull anew. */
export type Origin = { readonly stream: string; readonly seq: number; readonly epoch: number };
export type ReplicaRow = Origin & { readonly id: string; readonly document: object };

export type Position = {
  readonly checkpoint: string | null;
  readonly epoch: number;
  /** Streams whose rows have to go before the next pull; a crash in between is made good from here. */
  readonly removing: readonly string[];
  /** Rows of older epochs are still there. */
  readonly unswept: boolean;
};
export const FIRST_POSITION: Position = { checkpoint: null, epoch: 1, removing: [], unswept: false };

export type Scope = { readonly organizations: readonly string[]; readonly instance: InstanceFacts };

/** What is pulled, as it lies on the device. `setPosition` and `setScope` are on the disk before they resolve. */
export type ReplicaStore = {
  readonly position: (collection: CollectionName) => Promise<Position>;
  readonly setPosition: (collection: CollectionName, position: Position) => Promise<void>;
  readonly origins: (collection: CollectionName, ids: readonly string[]) => Promise<ReadonlyMap<string, Origin>>;
  readonly write: (
    collection: CollectionName,
    rows: readonly ReplicaRow[],
    removed: readonly string[]
  ) => Promise<void>;
  readonly removeStreams: (collection: CollectionName, streams: readonly string[]) => Promise<void>;
  /** Removes the rows of epochs before this one. */
  readonly removeOlder: (collection: CollectionName, epoch: number) => Promise<void>;
  readonly scope: () => Promise<Scope | null>;
  readonly setScope: (scope: Scope) => Promise<void>;
};
