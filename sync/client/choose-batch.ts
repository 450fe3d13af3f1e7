import { MAX_MUTATIONS } from '#sync/protocol/limits.ts';
import type { Mutation } from '#sync/protocol/push.ts';
import type { QueueRow } from './queue-row.ts';

/** Batches are far smaller than the server's limit, so that a bad connection has little to repeat. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;
const ENVELOPE_BYTES = 512;

/** The row as it is sent. */
export const asMutation = (row: QueueRow): Mutation => ({
  id: row.id,
  type: 'calibration.create',
  payload_version: row.payload_version,
  base: row.base,
  created_at: row.created_at,
  payload: row.payload,
  payload_sha256: row.payload_sha256,
  attempt: Math.max(1, row.sends ?? row.attempts),
  ...(row.applied_before?.receipt ? { receipt: row.applied_before.receipt } : {})
});

/** Bytes that a row takes inside the request: its payload is JSON within JSON, so quotes and backslashes count twice. */
const travellingBytes = (row: QueueRow) =>
  new TextEncoder().encode(JSON.stringify(row.payload)).byteLength + ENVELOPE_BYTES;

/**
 * The next rows to send: those that are due, oldest first, as many as fit. A row larger than a batch is sent alone.
 *
 * @param waiting rows in state waiting, oldest first
 * @param now milliseconds since 1970
 */
export function chooseBatch(
  waiting: readonly QueueRow[],
  now: number,
  limit = MAX_MUTATIONS,
  maxBytes = MAX_BATCH_BYTES
): readonly QueueRow[] {
  const batch: QueueRow[] = [];
  let bytes = 0;
  for (const row of waiting) {
    if (row.next_attempt_at > now) continue;
    bytes += travellingBytes(row);
    if (batch.length > 0 && (bytes > maxBytes || batch.length >= limit)) break;
    batch.push(row);
  }
  return batch;
}
