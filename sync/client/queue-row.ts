import type { MutationError } from '#sync/protocol/errors.ts';
import type { Mutation } from '#sync/protocol/push.ts';

export type QueueState = 'waiting' | 'sending' | 'applied' | 'refused';

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
  /** Not before this time (milliseconds since 1970). */
  readonly next_attempt_at: number;
  readonly last_error: readonly MutationError[] | null;
  readonly applied: { readonly version: number | null; readonly at: number } | null;
};

/**
 * Where the queue lies. `change` reads the rows, hands each to `step` and writes what it answers (null removes the row) in
 * one transaction that is on the disk before the promise resolves.
 */
export type QueueStore = {
  readonly inState: (...states: readonly QueueState[]) => Promise<readonly QueueRow[]>;
  readonly change: (ids: readonly string[], step: (row: QueueRow) => QueueRow | null) => Promise<void>;
};
