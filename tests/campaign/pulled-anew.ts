import { randomUUID } from 'node:crypto';
import { httpTransport } from '#lib/client/sync/http-transport.ts';
import { createSyncLoop } from '#sync/client/sync-loop.ts';
import { memoryQueue } from '#sync/client/testing/memory-queue.ts';
import { memoryReplica } from '#sync/client/testing/memory-replica.ts';
import { documentsOf } from './device/kept-replica.ts';

/** What a new device of this person pulls, `collection/id` to its document. @throws if it cannot */
export async function pulledAnew(origin: string, token: string): Promise<ReadonlyMap<string, object>> {
  const replica = memoryReplica();
  const closed = new AbortController();
  const [clock, queue] = [{ now: () => Date.now(), random: () => 0, after: () => () => undefined }, memoryQueue()];
  await new Promise<void>((caughtUp, fail) => {
    const transport = httpTransport(token, closed.signal, origin);
    const report: Parameters<typeof createSyncLoop>[0]['report'] = (event) => {
      if (event.type === 'caught_up') caughtUp();
      if (event.type === 'failed') fail(new Error(`a new device cannot pull: ${event.message}`));
    };
    createSyncLoop({ deviceId: randomUUID(), queue, replica, transport, clock, report }).start();
  });
  closed.abort();
  return documentsOf(replica);
}
