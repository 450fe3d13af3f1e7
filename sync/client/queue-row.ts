import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import type { MutationError } from '#sync/protocol/errors.ts';
import type { Mutation } from '#sync/protocol/push.ts';

export type QueueState = QueueEntry['state'];

/** The server's response when it was applied. */
export type Applied = {
  readonly version: number | null;
  readonly at: number;
  /** The generation it was applied to; missing in older rows. */
  readonly generation?: string | null;
  /** The server's receipt, sent if the entry has to be offered again. */
  readonly receipt?: string | null;
  readonly certificate_number?: string | null;
  /** Codes of the reasons why its certificate was held when it was applied; empty or omitted: none. */
  readonly held_for?: readonly string[] | null;
};

/** A saved calibration in the queue, as stored in the device's database. */
export type QueueRow = {
  readonly id: string;
  readonly state: QueueState;
  /** The exact text that is sent, on every attempt. */
  readonly payload: string;
  readonly payload_sha256: string;
  readonly payload_version: number;
  readonly base: Mutation['base'];
  readonly created_at: string;
  readonly organization_id: string | null;
  readonly asset_label: string;
  readonly channel_label: string;
  /** An earlier attempt got no answer: it may have been applied, so the bytes can no longer change. */
  readonly in_doubt: boolean;
  readonly attempts: number;
  /** How often it was sent in total; missing in older rows. */
  readonly sends?: number;
  /** Not before this time (milliseconds since 1970). */
  readonly next_attempt_at: number;
  readonly last_error: readonly MutationError[] | null;
  readonly applied: Applied | null;
  /** The earlier response to an entry that was offered again, if the current one is missing or differs. */
  readonly applied_before?: Applied | null;
};

/** What of a row its way to the server needs, whatever it carries. */
export type Sendable = Pick<
  QueueRow,
  | 'id'
  | 'state'
  | 'created_at'
  | 'organization_id'
  | 'in_doubt'
  | 'attempts'
  | 'sends'
  | 'next_attempt_at'
  | 'last_error'
  | 'applied'
  | 'applied_before'
>;

/**
 * The storage of the queue. `change` reads the rows, passes each to `step` and writes the result (null removes the row)
 * in one transaction that is on the disk before the promise resolves.
 */
export type QueueStore<Row extends Sendable = QueueRow> = {
  readonly inState: (...states: readonly QueueState[]) => Promise<readonly Row[]>;
  readonly change: (ids: readonly string[], step: (row: Row) => Row | null) => Promise<void>;
};
