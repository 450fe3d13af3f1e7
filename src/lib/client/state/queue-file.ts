import type { QueueRow } from '#sync/client/queue-row.ts';
import { sha256 } from '../database/sha256.ts';

const FORMAT = 'plumbline-queue';
type QueueFile = {
  readonly format: typeof FORMAT;
  readonly version: 1;
  readonly user_id: string;
  readonly rows: readonly QueueRow[];
};

/** The file is not an exported queue, is damaged, or is somebody else's. */
export class QueueFileRefused extends Error {
  override readonly name = 'QueueFileRefused';
  constructor(readonly code: 'not_a_queue' | 'damaged' | 'other_user') {
    super(code);
  }
}

/** The unsent entries as a file, with the very bytes that would have been sent. */
export function writeQueueFile(userId: string, rows: readonly QueueRow[]): Blob {
  const file: QueueFile = { format: FORMAT, version: 1, user_id: userId, rows };
  return new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' });
}

/**
 * The entries of an exported file, ready to be sent from here. They may have been sent from where they were exported, so
 * their bytes stay as they are.
 *
 * @throws QueueFileRefused
 */
export async function readQueueFile(text: string, userId: string): Promise<readonly QueueRow[]> {
  let file: Partial<QueueFile>;
  try {
    file = JSON.parse(text) as Partial<QueueFile>;
  } catch {
    throw new QueueFileRefused('not_a_queue');
  }
  if (file?.format !== FORMAT || !Array.isArray(file.rows)) throw new QueueFileRefused('not_a_queue');
  if (file.user_id !== userId) throw new QueueFileRefused('other_user');
  const rows: QueueRow[] = [];
  for (const row of file.rows as readonly QueueRow[]) {
    if (typeof row.id !== 'string' || typeof row.payload !== 'string') throw new QueueFileRefused('damaged');
    if ((await sha256(row.payload)) !== row.payload_sha256) throw new QueueFileRefused('damaged');
    rows.push({ ...row, state: row.state === 'refused' ? 'refused' : 'waiting', in_doubt: true, next_attempt_at: 0 });
  }
  return rows;
}
