import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Asset } from '#lib/contracts/assets.ts';
import { httpTransport } from '#lib/client/sync/http-transport.ts';
import { transition } from '#sync/client/queue-transition.ts';
import { createSyncLoop, type LoopReport, type SyncLoop } from '#sync/client/sync-loop.ts';
import type { Transport } from '#sync/client/transport.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { internalBody } from '../support/calibrated-laboratory.ts';
import type { Chance } from './chance.ts';
import type { Room } from './device/journal.ts';
import { openQueue } from './device/kept-queue.ts';
import { documentsOf, openReplica } from './device/kept-replica.ts';

const STOPS_WITHIN_MS = 3000;
const RESEND_POLL_MS = 50;

/** What a device needs of a laboratory to work for it. */
export type Employer = { readonly token: string; readonly organizationId: string; readonly reference: Asset };

/** How a device reaches the server. */
export type Connect = (token: string, closed: AbortSignal, origin: string) => Transport;
/** Another way to the server, and who is told what the loop reports. */
type Setting = { readonly connect?: Connect; readonly report?: (event: LoopReport) => void };

/** A device without a screen: the real loop, queue rules and transport of sync/client over files that outlive a killed tab. */
export type Device = {
  readonly asset: Asset;
  /**
   * Saves one calibration, as a technician would, and lets the loop know. It counts as saved if the disk took it.
   * @param of another instrument than the device's own
   */
  readonly save: (of?: Asset) => void;
  readonly wake: () => void;
  /** Ids of everything that was confirmed as saved and not given up since, in order. */
  readonly saved: () => readonly string[];
  /** Ids that may be on the server although nothing promises it. */
  readonly unconfirmed: () => readonly string[];
  /** Entries that are not applied yet, each as `state: why`. */
  readonly unsettled: () => readonly string[];
  /** Ids of the calibrations that it has pulled, or of what it has pulled of another collection. */
  readonly pulled: (collection?: CollectionName) => readonly string[];
  /** Everything that it has pulled, `collection/id` to its document. */
  readonly holds: () => ReadonlyMap<string, object>;
  /** The tab dies in whatever it is doing. */
  readonly kill: () => void;
  /** The app is opened again, with the session given or the one it had. */
  readonly open: (token?: string) => void;
  /** A second tab that believes it leads, as without Web Locks; `kill` ends both. */
  readonly openTwice: () => void;
  /** The browser gives the storage to other sites: all of it is gone. */
  readonly evict: () => void;
  readonly room: Room;
  readonly setClock: (offsetMs: number) => void;
  /** The person sends again what was refused. */
  readonly resend: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * @param chance of what is saved
 * @param pauses how the loop's pauses scatter: how many it takes depends on the machine, so they have a chance of their own
 */
export function startDevice(
  origin: string,
  employer: Employer,
  asset: Asset,
  chance: Chance,
  pauses: Chance,
  { connect = httpTransport, report = () => undefined }: Setting = {}
): Device {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-campaign-device-'));
  const room: Room = { full: false };
  const saved = new Set<string>();
  const unconfirmed = new Set<string>();
  const deviceId = randomUUID();
  let token = employer.token;
  let offsetMs = 0;
  let eviction = 0;
  const clock = {
    now: () => Date.now() + offsetMs,
    random: pauses.next,
    after: (milliseconds: number, run: () => void) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    }
  };
  const openStores = () => ({
    queue: openQueue(join(folder, `queue-${eviction}`), room),
    replica: openReplica(join(folder, `replica-${eviction}`), room)
  });
  let stores = openStores();
  let tabs: { readonly loop: SyncLoop; readonly closed: AbortController }[] = [];
  const openTab = () => {
    const closed = new AbortController();
    const isAlive = () => !closed.signal.aborted;
    const loop = createSyncLoop({
      deviceId,
      queue: whileAlive(stores.queue, isAlive),
      replica: whileAlive(stores.replica, isAlive),
      transport: connect(token, closed.signal, origin),
      clock,
      report
    });
    tabs.push({ loop, closed });
    loop.start();
  };
  const kill = () => {
    for (const { closed } of tabs) closed.abort();
    tabs = [];
  };
  const open = (next = token) => {
    token = next;
    stores = openStores();
    openTab();
  };
  const wake = () => tabs.forEach(({ loop }) => loop.wake());
  openTab();
  return {
    asset,
    save: (of = asset) => {
      const id = randomUUID();
      const body = internalBody({ asset: of, reference: employer.reference }, {}, analysisRequest(chance.next() / 100));
      try {
        stores.queue.add(waiting(id, JSON.stringify(body), employer, of, clock.now()));
      } catch {
        // The form keeps its content, and says that nothing was saved.
        return;
      }
      saved.add(id);
      wake();
    },
    wake,
    saved: () => [...saved],
    unconfirmed: () => [...unconfirmed],
    unsettled: () =>
      [...stores.queue.rows.values()]
        .filter(({ state }) => state !== 'applied')
        .map(({ id, state, last_error }) => `${id} ${state}: ${JSON.stringify(last_error)}`),
    pulled: (collection = 'calibrations') => stores.replica.ids(collection),
    holds: () => documentsOf(stores.replica),
    kill,
    open,
    openTwice: openTab,
    evict: () => {
      kill();
      for (const { id, state } of stores.queue.rows.values()) {
        if (state === 'applied') continue;
        saved.delete(id);
        unconfirmed.add(id);
      }
      eviction += 1;
      open();
    },
    room,
    setClock: (offset) => {
      offsetMs = offset;
    },
    resend: async () => {
      // What is under way may still be refused, by what was true when it was sent.
      while ((await stores.queue.inState('sending')).length > 0) await pause(RESEND_POLL_MS);
      const refused = (await stores.queue.inState('refused')).map(({ id }) => id);
      await stores.queue.change(refused, (row) => transition(row, { type: 'resent' }, clock));
      wake();
    },
    stop: async () => {
      const ended = tabs.map(({ loop }) => loop.stop());
      // Not before it stops on purpose: a tab that is cut off never comes to an end.
      await Promise.race([Promise.all(ended), new Promise((later) => setTimeout(later, STOPS_WITHIN_MS).unref())]);
      kill();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

const waiting = (id: string, payload: string, { organizationId }: Employer, asset: Asset, now: number) => ({
  id,
  state: 'waiting' as const,
  payload,
  payload_sha256: createHash('sha256').update(payload).digest('hex'),
  payload_version: 1,
  base: {},
  created_at: new Date(now).toISOString(),
  organization_id: organizationId,
  asset_label: asset.asset_id,
  channel_label: '',
  in_doubt: false,
  attempts: 0,
  next_attempt_at: 0,
  last_error: null,
  applied: null
});

/** The store of a tab that may die: after that no call of it does anything, and none returns. */
const whileAlive = <Store extends object>(store: Store, isAlive: () => boolean): Store =>
  new Proxy(store, {
    get: (of, name, self) => {
      const member: unknown = Reflect.get(of, name, self);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) =>
        isAlive() ? (member as (...given: readonly unknown[]) => unknown)(...given) : new Promise(() => undefined);
    }
  });
