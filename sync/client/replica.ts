import type { CollectionName } from '#sync/protocol/collections.ts';
import type { InstanceFacts } from '#sync/protocol/pull.ts';

/** The origin of a row on the device. `epoch` counts how often this device has started to pull from scratch. */
export type Origin = { readonly stream: string; readonly seq: number; readonly epoch: number };
export type ReplicaRow = Origin & { readonly id: string; readonly document: object };

export type Position = {
  readonly checkpoint: string | null;
  readonly epoch: number;
  /** Streams whose rows must be removed before the next pull, even after a crash. */
  readonly removing: readonly string[];
  /** Streams whose rows were removed here although the checkpoint still counts them. */
  readonly dropped: readonly string[];
  /** Rows of older epochs still exist. */
  readonly unswept: boolean;
  /** The server's data may be older than what was pulled: rows that do not come back were lost there, not deleted. */
  readonly putBack: boolean;
  /** The shape of the pulled documents (the server's hash). */
  readonly shape: string | null;
  /** Organizations whose rows have been read to their end at least once; missing in older rows. */
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
  /** The generation last pulled from; null after older data were restored, until the next pull. */
  readonly generation: string | null;
};

/** A record that the server had sent and, after older data were restored, has lost or has only in an older state. */
export type LostRow = {
  readonly collection: CollectionName;
  readonly id: string;
  readonly stream: string;
  readonly document: object;
  readonly kind: 'gone' | 'older';
  /** Milliseconds since 1970. */
  readonly noticed_at: number;
};

/** The storage of pulled documents on the device. `setPosition` and `setScope` are on the disk before they resolve. */
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
  /** Rows of earlier epochs, optionally only those with these ids. */
  readonly olderRows: (
    collection: CollectionName,
    epoch: number,
    ids?: readonly string[]
  ) => Promise<readonly ReplicaRow[]>;
  /** Keeps lost records until the user dismisses them; records already kept stay unchanged. */
  readonly keepLost: (rows: readonly LostRow[]) => Promise<void>;
  /** A lost record has come back. */
  readonly dropGone: (collection: CollectionName, ids: readonly string[]) => Promise<void>;
  /** Removes the rows of earlier epochs. */
  readonly removeOlder: (collection: CollectionName, epoch: number) => Promise<void>;
  readonly scope: () => Promise<Scope | null>;
  readonly setScope: (scope: Scope) => Promise<void>;
};
