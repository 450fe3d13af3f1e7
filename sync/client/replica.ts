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
  /** Streams whose rows are gone from here although the checkpoint still counts them. */
  readonly dropped: readonly string[];
  /** Rows of older epochs are still there. */
  readonly unswept: boolean;
  /** The server's data may be older than what was pulled: what does not come again was lost there, not deleted. */
  readonly putBack: boolean;
  /** What the documents looked like that were pulled (the server's word for it). */
  readonly shape: string | null;
  /** Organizations whose rows have been read to their end at least once; left out by devices that did not note it yet. */
  readonly complete?: readonly string[] | undefined;
};
export const FIRST_POSITION: Position = {
  checkpoint: null,
  epoch: 1,
  removing: [],
  dropped: [],
  unswept: false,
  putBack: false,
  shape: null,
  complete: []
};

export type Scope = {
  readonly organizations: readonly string[];
  readonly instance: InstanceFacts;
  /** Of the data that were pulled last; null after older data had been put back, until something is pulled anew. */
  readonly generation: string | null;
};

/** A record that the server had sent and, after older data were put back, does not have: not at all, or not as new as it was. */
export type LostRow = {
  readonly collection: CollectionName;
  readonly id: string;
  readonly stream: string;
  readonly document: object;
  readonly kind: 'gone' | 'older';
  /** Milliseconds since 1970. */
  readonly noticed_at: number;
};

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
  /** Rows of epochs before this one; of these ids only, where they are named. */
  readonly olderRows: (
    collection: CollectionName,
    epoch: number,
    ids?: readonly string[]
  ) => Promise<readonly ReplicaRow[]>;
  /** Keeps what was lost until its reader dismisses it; a record that is kept already stays as it is. */
  readonly keepLost: (rows: readonly LostRow[]) => Promise<void>;
  /** What had gone has come back. */
  readonly dropGone: (collection: CollectionName, ids: readonly string[]) => Promise<void>;
  /** Removes the rows of epochs before this one. */
  readonly removeOlder: (collection: CollectionName, epoch: number) => Promise<void>;
  readonly scope: () => Promise<Scope | null>;
  readonly setScope: (scope: Scope) => Promise<void>;
};
