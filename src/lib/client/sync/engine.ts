/**
 * Sync on this device: which tab leads, what triggers it, and what all tabs show. Loaded only after sign-in.
 */
import type { QueueStore, Sendable } from '#sync/client/queue-row.ts';
import { createStreamListener } from '#sync/client/stream-listener.ts';
import { createSyncLoop, type LoopReport, type SyncLoop } from '#sync/client/sync-loop.ts';
import type { ReplicaStore } from '#sync/client/replica.ts';
import { asFailure } from '#sync/client/sync-failure.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import { dropOldApplied, queueStore } from '../database/queue-store.ts';
import { replicaStore } from '../database/replica-store.ts';
import type { Device } from '../database/device.ts';
import { writeFirst } from '../files/write-first.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { browserClock } from './browser-clock.ts';
import { httpTransport } from './http-transport.ts';
import { sendEdit } from './send-edit.ts';
import { leadOneTab } from './lead.ts';
import { INITIAL_SYNC_STATE, nextSyncState, type SyncState } from './sync-state.ts';
import { joinTabs } from './tabs.ts';

export type SyncEngine = {
  readonly wake: (collections?: readonly CollectionName[]) => void;
  /** Ends this tab's part; resolves when no part of it is running any more. */
  readonly stop: () => Promise<void>;
};

export type SyncListeners = {
  /** Every change of the state, in every tab. */
  readonly show: (state: SyncState) => void;
  /** In the leading tab: everything on the server is here. */
  readonly onCaughtUp: () => void;
  /** The session has ended, according to the server or the stream. */
  readonly onEnded: () => void;
};

/** Takes part in the sync of a device, until `stop`. */
export function startSync(device: Device, token: string, { show, onCaughtUp, onEnded }: SyncListeners): SyncEngine {
  let over = false;
  let state = INITIAL_SYNC_STATE;
  let leading: SyncLoop | null = null;
  /** Records have changed since the files of the device were looked through; unknown at the start. */
  let filesToSweep = true;
  const share = () => {
    show(state);
    tabs.post({ type: 'state', state });
  };
  const tabs = joinTabs(device.userId, (message) => {
    if (message.type === 'wake') leading?.wake(message.collections);
    if (message.type === 'ask' && leading !== null) share();
    if (message.type === 'state' && leading === null) show((state = message.state));
  });
  const report = (event: LoopReport) => {
    if (over) return;
    state = nextSyncState(state, event);
    share();
    if (event.type === 'page' && event.changed) filesToSweep = true;
    if (event.type === 'caught_up') {
      onCaughtUp();
      if (filesToSweep) void sweepFiles().catch(() => (filesToSweep = true));
      filesToSweep = false;
    }
    if (event.type === 'halted' && event.kind === 'unauthorized') onEnded();
  };
  const stepBack = leadOneTab(`plumbline-sync-${device.userId}`, () => {
    const led = leadDevice(device, token, report, onEnded);
    leading = led.loop;
    return led.end;
  });
  tabs.post({ type: 'ask' });

  const wake = (collections?: readonly CollectionName[]) => {
    if (leading !== null) leading.wake(collections);
    else tabs.post(collections === undefined ? { type: 'wake' } : { type: 'wake', collections });
  };
  const unlisten = onReturn(() => wake());
  return {
    wake,
    stop: async () => {
      over = true;
      unlisten();
      await stepBack();
      tabs.close();
    }
  };
}

function leadDevice(device: Device, token: string, report: (event: LoopReport) => void, onRevoked: () => void) {
  const closed = new AbortController();
  const silent = () => report({ type: 'failed', kind: 'no_answer', message: 'The server does not answer.' });
  const transport = httpTransport(token, closed.signal, '', silent);
  let loop: SyncLoop | null = null;
  const ready = device.replicated().then(async (replicated) => {
    await dropOldApplied(device.local, browserClock.now());
    const deviceId = await device.deviceId();
    if (closed.signal.aborted) return;
    loop = createSyncLoop({
      deviceId,
      queue: withRoomToSend(queueStore(device.local, device.local.queue)),
      edits: withRoomToSend(queueStore(device.local, device.local.edits)),
      sendEdit: (edit) => sendEdit(edit, token, closed.signal),
      replica: withRoom(replicaStore(device.local, replicated)),
      transport,
      clock: browserClock,
      report
    });
    loop.start();
  });
  ready.catch((error: unknown) => report({ type: 'failed', kind: 'refused', message: String(error) }));
  const stream = createStreamListener({
    // The stream reconnects continually: a failure to open it is the earliest sign that the server has stopped.
    transport: {
      ...transport,
      stream: (signal) =>
        transport.stream(signal).catch((thrown: unknown) => {
          if (!signal.aborted && !closed.signal.aborted && asFailure(thrown).kind === 'no_answer') silent();
          throw thrown;
        })
    },
    clock: browserClock,
    onPull: (collections) => loop?.wake(collections),
    onRevoked
  });
  stream.start();
  const facade: SyncLoop = {
    start: () => {},
    wake: (collections) => {
      loop?.wake(collections);
      // Not told by the stream itself: it may be waiting for the network.
      if (collections === undefined) stream.wake();
    },
    stop: async () => loop?.stop()
  };
  return {
    loop: facade,
    end: async () => {
      closed.abort();
      stream.stop();
      await ready.catch(() => {});
      await loop?.stop();
    }
  };
}

/** Records come before files. */
const withRoom = (store: ReplicaStore): ReplicaStore => ({
  ...store,
  write: (collection, rows, removed) => writeFirst(() => store.write(collection, rows, removed))
});
/** What is to be sent, too: each step of its way is written down. */
const withRoomToSend = <Row extends Sendable>(store: QueueStore<Row>): QueueStore<Row> => ({
  ...store,
  change: (ids, step) => writeFirst(() => store.change(ids, step))
});

/** When the network or the person comes back. */
function onReturn(wake: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake();
  };
  window.addEventListener('online', wake);
  window.addEventListener('focus', wake);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('online', wake);
    window.removeEventListener('focus', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
