/**
 * A device that works with the server's own pull and push, and the loop that devices run; only its disk is memory, and its network a
 * function. What happens to it is repeated exactly by the same steps.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createCalibrationBody, type CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Clock } from '#sync/client/clock.ts';
import type { QueueRow } from '#sync/client/queue-row.ts';
import { SyncFailure } from '#sync/client/sync-failure.ts';
import { createSyncLoop, type LoopReport, type SyncLoop } from '#sync/client/sync-loop.ts';
import type { Transport } from '#sync/client/transport.ts';
import { memoryQueue } from '#sync/client/testing/memory-queue.ts';
import { memoryReplica } from '#sync/client/testing/memory-replica.ts';
import { push } from '#sync/server/push.server.ts';
import { pulled } from '../support/pulled.ts';

/** What a request meets on its way; `later` keeps it, so that it can still arrive after others. */
export type Way = 'there and back' | 'nowhere' | 'there' | 'twice' | 'later' | 'signed out' | 'busy' | Death | Break;
/** The answer comes, and the tab is killed before it knows; or it cannot be written down. */
type Death = 'tab killed' | 'no room';
/** What becomes of the transaction of a request: it fails in the middle, or its connection is cut while it is committed. */
export type Break = 'breaks' | 'cut at commit';

export type WorkingDevice = ReturnType<typeof workingDevice>;

/** Longer than any pause after a failure. */
const BETWEEN_SYNCS_MS = 3_600_000;

/**
 * @param actor who works with it, as each request finds them
 * @param nextWay of each request
 * @param breaking lets the transaction of a request fail
 */
export function workingDevice(
  services: Services,
  actor: () => Promise<PersonActor>,
  nextWay: () => Way = () => 'there and back',
  breaking: <T>(how: Break, request: () => Promise<T>) => Promise<T> = (_, request) => request()
) {
  const [disk, replica] = [memoryQueue(), memoryReplica()];
  let hasRoom = true;
  const queue: typeof disk = {
    ...disk,
    change: async (ids, step) => {
      if (!hasRoom) {
        hasRoom = true;
        throw new Error('the quota is exceeded');
      }
      await disk.change(ids, step);
    }
  };
  let now = Date.UTC(2026, 10, 20, 9);
  // Nothing happens by itself: `sync` is what would wake the loop.
  const clock: Clock = { now: () => now, random: () => 0.5, after: () => () => undefined };
  const deviceId = randomUUID();
  const reports: LoopReport[] = [];
  const late: (() => Promise<unknown>)[] = [];
  let idle: () => void = () => undefined;
  const read = async (text: string) => createCalibrationBody.parse(JSON.parse(text));

  const go = async <T>(request: () => Promise<T>): Promise<T> => {
    const way = nextWay();
    if (way === 'later') late.push(request);
    if (way === 'later' || way === 'nowhere') throw new SyncFailure('no_answer', way);
    if (way === 'signed out') throw new SyncFailure('unauthorized', way);
    if (way === 'busy') throw new SyncFailure('busy', way);
    const breaks = way === 'breaks' || way === 'cut at commit';
    const answer = await (breaks ? breaking(way, () => heard(request)) : heard(request));
    if (way === 'tab killed') return dies();
    hasRoom = way !== 'no room';
    if (way === 'there') throw new SyncFailure('no_answer', way);
    return way === 'twice' ? heard(request) : answer;
  };
  const transport: Transport = {
    pull: (collection, checkpoint, limit) =>
      go(async () =>
        pulled(services, await actor(), { collection, limit, ...(checkpoint === null ? {} : { checkpoint }) })
      ),
    push: (request) => go(async () => push(services, await actor(), request, read)),
    stream: async () => (async function* () {})()
  };
  let isDead = false;
  const dies = <T>(): Promise<T> => {
    isDead = true;
    idle();
    return new Promise(() => undefined);
  };
  const begin = (): SyncLoop => {
    let alive = true;
    const loop = createSyncLoop({
      deviceId,
      queue,
      replica,
      clock,
      transport,
      report: (event) => {
        if (!alive) return;
        reports.push(event);
        if (event.type === 'phase' && event.phase === 'idle') idle();
      }
    });
    return {
      ...loop,
      stop: () => {
        alive = false;
        return loop.stop();
      }
    };
  };
  let loop = begin();
  let started = false;
  const reopen = async (): Promise<void> => {
    const stopped = loop.stop();
    if (!isDead) await stopped;
    isDead = false;
    hasRoom = true;
    loop = begin();
    started = false;
  };
  return {
    queue,
    replica,
    row: (id: string) => queue.rows.get(id),
    save(body: CreateCalibrationBody, organization_id: string | null = null): string {
      const id = randomUUID();
      // Without the id that the app writes into it, too: nothing but the key of the entry protects it from being recorded twice.
      const payload = JSON.stringify(body);
      queue.rows.set(id, {
        ...ROW,
        id,
        payload,
        payload_sha256: createHash('sha256').update(payload).digest('hex'),
        organization_id,
        created_at: new Date(Date.UTC(2026, 10, 20, 8, 0, queue.rows.size)).toISOString()
      });
      return id;
    },
    /** Rounds until nothing is due; whoever was signed out has signed in again. @returns what failed in them */
    async sync(): Promise<readonly LoopReport[]> {
      if (isDead || reports.some(({ type }) => type === 'halted')) await reopen();
      now += BETWEEN_SYNCS_MS;
      reports.length = 0;
      const ended = new Promise<void>((resolve) => (idle = resolve));
      if (started) loop.wake();
      else loop.start();
      started = true;
      await ended;
      return reports.filter(({ type }) => type === 'failed');
    },
    /** The app is opened again on what its disk holds. */
    reopen,
    /** What was on its way arrives after all, whatever became of it meanwhile. */
    async deliverLate(): Promise<void> {
      for (const request of late.splice(0)) await heard(request).catch(() => undefined);
    }
  };
}

/** What the routes make of a refusal, for a device. */
const heard = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return JSON.parse(JSON.stringify(await work())) as T;
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.code !== 'checkpoint_expired') throw thrown;
    const { generation, older } = thrown.context as { generation: string; older: boolean };
    throw new SyncFailure('expired', thrown.message, 0, { generation, older });
  }
};

const ROW: Omit<QueueRow, 'id' | 'payload' | 'payload_sha256' | 'created_at' | 'organization_id'> = {
  state: 'waiting',
  payload_version: 1,
  base: {},
  asset_label: '',
  channel_label: '',
  in_doubt: false,
  attempts: 0,
  next_attempt_at: 0,
  last_error: null,
  applied: null
};
