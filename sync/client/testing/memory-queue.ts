import { createHash } from 'node:crypto';
import type { EditRow } from '../edit-row.ts';
import type { QueueRow, QueueStore, Sendable } from '../queue-row.ts';

/** A queue in memory; `rows` is what would be on the disk. */
export function memoryQueue<Row extends Sendable = QueueRow>(
  ...rows: readonly Row[]
): QueueStore<Row> & { readonly rows: Map<string, Row> } {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: stored,
    inState: async (...states) =>
      [...stored.values()]
        .filter(({ state }) => states.includes(state))
        .sort((a, b) => a.created_at.localeCompare(b.created_at)),
    change: async (ids, step) => {
      for (const id of ids) {
        const row = stored.get(id);
        if (row === undefined) continue;
        const next = step(row);
        if (next === null) stored.delete(id);
        else stored.set(id, next);
      }
    }
  };
}

export const ORGANIZATION = '0198a000-0000-7000-8000-00000000000a';
export const OTHER_ORGANIZATION = '0198a000-0000-7000-8000-00000000000b';

/** A saved calibration, numbered. */
export function queueRow(number: number, changes: Partial<QueueRow> = {}): QueueRow {
  const id = `0198b000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const payload = JSON.stringify({ id, asset_ref: 'PG-01', note: `"${number}"` });
  return {
    id,
    state: 'waiting',
    payload,
    payload_sha256: createHash('sha256').update(payload).digest('hex'),
    payload_version: 1,
    base: {},
    created_at: new Date(Date.UTC(2026, 0, 15, 7, 0, number)).toISOString(),
    organization_id: ORGANIZATION,
    asset_label: 'PG-01',
    channel_label: '',
    in_doubt: false,
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    applied: null,
    ...changes
  };
}

/** A task that was done, numbered. */
export function editRow(number: number, changes: Partial<EditRow> = {}): EditRow {
  const {
    payload: _payload,
    payload_sha256: _sha,
    payload_version: _version,
    base: _base,
    ...sendable
  } = queueRow(number);
  return {
    ...sendable,
    kind: 'task_done',
    format: 1,
    asset_id: `asset ${number}`,
    label: 'Ice point',
    task_id: '0198b000-0000-7000-8000-0000000000aa',
    payload: JSON.stringify({ date: '2026-01-15', outcome: 'ok', note: `${number}` }),
    file: null,
    ...changes
  };
}
