/**
 * The data of a session: opened at its start, closed at its end, deleted at sign-out. Everything heavy is loaded here.
 */
import { closeDevice, device, openDevice } from '../database/device.ts';
import { firstScreen } from '../database/first-screen.ts';
import { current } from '../state/current.svelte.ts';
import { DeviceLists } from '../state/device-lists.svelte.ts';
import { followLost } from '../state/lost-records.svelte.ts';
import { followEdits } from '../state/edits.svelte.ts';
import { followDrafts } from '../state/drafts.svelte.ts';
import { followQueue } from '../state/queue.svelte.ts';
import { measureStorage } from '../state/storage.svelte.ts';
import { attachEngine, showSync } from '../state/sync-status.svelte.ts';
import type { SyncEngine } from '../sync/engine.ts';

/** Lists are saved for the next start at most this often; writing them takes a moment. */
const SAVE_EVERY_MS = 60_000;

let ending: (() => Promise<void>)[] = [];
/** Counts sessions, so that one that ended while it was being opened opens nothing more. */
let session = 0;

/** Opens the data of a person and starts sync; returns at once. */
export function begin(userId: string, token: string, onEnded: () => void): void {
  session += 1;
  void open(session, userId, token, onEnded).catch((error: unknown) => console.error(error));
}

async function open(mine: number, userId: string, token: string, onEnded: () => void): Promise<void> {
  const onEnd = (end: () => unknown) => ending.push(async () => void (await end()));
  const lists = new DeviceLists(userId, device);
  current.lists = lists;
  onEnd(() => lists.stop());
  const opening = openDevice(userId, Promise.all([lists.show(), firstScreen]));
  const opened = await opening;
  if (mine !== session) return;
  let engine: SyncEngine | null = null;
  const wake = () => engine?.wake();
  for (const follow of [followQueue(opened, wake), followEdits(opened, wake), followDrafts(opened), followLost(opened)])
    onEnd(await follow);
  await lists.follow();
  if (mine !== session) return;
  const { startSync } = await import('../sync/engine.ts');
  const save = savingNowAndThen(() => lists.save());
  engine = startSync(opened, token, {
    show: (state) => {
      showSync(state);
      if (state.lastContact !== null && state.phase === 'idle' && state.firstPull === null && !state.unreachable) {
        lists.pulled();
      }
    },
    onCaughtUp: save.soon,
    onEnded
  });
  attachEngine(engine);
  const onVisibility = () => {
    if (document.visibilityState === 'visible') lists.refreshDay();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onEnd(() => document.removeEventListener('visibilitychange', onVisibility));
  onEnd(save.cancel);
  onEnd(() => engine?.stop());
  void measureStorage();
}

/** Closes everything; resolves when no part of the session is running any more. */
export async function end(): Promise<void> {
  session += 1;
  const ends = ending.reverse();
  ending = [];
  for (const finish of ends) await finish();
  attachEngine(null);
  current.lists = null;
  await closeDevice();
}

/** Removes a person's data from the device (database/wipe.ts). */
export async function wipe(userId: string, kept: { readonly keepUnsent: boolean }): Promise<void> {
  await (await import('../database/wipe.ts')).wipe(userId, kept);
}

/** How many calibrations and edits of a person are unsent on this device. */
export async function unsentOf(userId: string): Promise<number> {
  const { countUnsent } = await import('../database/local-database.ts');
  return countUnsent(userId);
}

/** Pulls the person's notifications from the start, in their current language. */
export async function restartNotifications(): Promise<void> {
  const opened = await device();
  const [{ replicaStore }, { restartCollection }] = await Promise.all([
    import('../database/replica-store.ts'),
    import('#sync/client/begin-anew.ts')
  ]);
  await restartCollection(replicaStore(opened.local, await opened.replicated()), 'notifications');
}

function savingNowAndThen(save: () => Promise<void>): { readonly soon: () => void; readonly cancel: () => void } {
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    soon: () => {
      timer ??= setTimeout(
        () => {
          timer = null;
          last = Date.now();
          void save().catch(() => {});
        },
        Math.max(1000, last + SAVE_EVERY_MS - Date.now())
      );
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
    }
  };
}
