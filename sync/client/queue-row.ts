import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import type { MutationError } from '#sync/protocol/errors.ts';
import type { Mutation } from '#sync/protocol/push.ts';

export type QueueState = QueueEntry['state'];

/** What the server said when it was applied. */
export type Applied = {
  readonly version: number | null;
  readonly at: number;
  /** The data it was applied to; what was stored before it was known has none. */
  readonly generation?: string | null;
  /** The server's own word for it, to be shown should it have to be offered again. */
  readonly receipt?: string | null;
  readonly certificate_number?: string | null;
  /** Codes of what its certificate was held for when it was applied; none, or left out: nothing. */
  readonly held_for?: readonly string[] | null;
};

/** One saved calibration on its way, as it lies in the device's database. */
export type QueueRow = {
  readonly id: string;
  readonly state: QueueState;
  /** The very text that is sent, however often. */
  readonly payload: string;
  readonly payload_sha256: string;
  readonly payload_version: number;
  readonly base: Mutation['base'];
  readonly created_at: string;
  readonly organization_id: string | null;
  readonly asset_label: string;
  readonly channel_label: string;
  /** An earlier attempt was left without an answer: it may have been applied, so the bytes cannot change any more. */
  readonly in_doubt: boolean;
  readonly attempts: number;
  /** How often it was sent, ever; what was stored before it was counted has none. */
  readonly sends?: number;
  /** Not before this time (milliseconds since 1970). */
  readonly next_attempt_at: number;
  readonly last_error: readonly MutationError[] | null;
  readonly applied: Applied | null;
  /** What it was told before it had to be offered again, while or where that is not what it is told now. */
  readonly told?: Applied | null;
};

/**
 * Where the queue lies. `change` reads the rows, hands each to `step` and writes what it answers (null removes the row) in
 * one transaction that is on the disk before the promise resolves.
 */
export type QueueStore = {
  readonly inState: (...states: readonly QueueState[]) => Promise<readonly QueueRow[]>;
  readonly change: (ids: readonly string[], step: (row: QueueRow) => QueueRow | null) => Promise<void>;
};
