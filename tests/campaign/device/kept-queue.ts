import type { QueueRow, QueueStore } from '#sync/client/queue-row.ts';
import { memoryQueue } from '#sync/client/testing/memory-queue.ts';
import { journal, type Room } from './journal.ts';

type Line = { readonly id: string; readonly row: QueueRow | null };

/** The queue as it stands in a file: changes are there before they count. */
export type KeptQueue = QueueStore & {
  readonly add: (row: QueueRow) => void;
  readonly rows: ReadonlyMap<string, QueueRow>;
};

export function openQueue(path: string, room: Room): KeptQueue {
  const lines = journal<Line>(path, room);
  const stored = new Map<string, QueueRow>();
  for (const { id, row } of lines.read()) {
    if (row === null) stored.delete(id);
    else stored.set(id, row);
  }
  const queue = memoryQueue(...stored.values());
  return {
    rows: queue.rows,
    inState: queue.inState,
    add: (row) => {
      lines.append({ id: row.id, row });
      queue.rows.set(row.id, row);
    },
    change: async (ids, step) => {
      for (const id of ids) {
        const row = queue.rows.get(id);
        if (row === undefined) continue;
        const next = step(row);
        lines.append({ id, row: next });
        if (next === null) queue.rows.delete(id);
        else queue.rows.set(id, next);
      }
    }
  };
}
