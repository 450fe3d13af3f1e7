/** What the sync chip shows, and what it can do. */
import { applyAppUpdate, appUpdate } from './app-update.svelte.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { INITIAL_SYNC_STATE, type SyncState } from '../sync/sync-state.ts';
import { measureStorage, storageFacts, type StorageFacts } from './storage.svelte.ts';

let state = $state.raw<SyncState>(INITIAL_SYNC_STATE);
let connected = $state(typeof navigator === 'undefined' || navigator.onLine);
/** Derived, so that readers are updated by its changes and not by every step of a sync. */
const online = $derived(connected && !state.unreachable);
let engine: SyncEngine | null = null;

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => (connected = true));
  window.addEventListener('offline', () => (connected = false));
}

export const syncStatus = {
  /** There is a network and the server answers, as far as is known. */
  get online(): boolean {
    return online;
  },
  get phase(): 'idle' | 'sending' | 'receiving' {
    return state.phase;
  },
  get lastContact(): Date | null {
    return state.lastContact === null ? null : new Date(state.lastContact);
  },
  get firstPull(): { readonly received: number; readonly total: number | null } | null {
    return state.firstPull;
  },
  /** The server no longer supports this version's protocol: the app must be updated before anything is sent. */
  get tooOld(): boolean {
    return state.halted === 'too_old';
  },
  /** The last failure other than a missing answer; null if there is no problem. */
  get problem(): string | null {
    return state.problem;
  },
  get updateReady(): boolean {
    return appUpdate.ready;
  },
  get storage(): StorageFacts | null {
    return storageFacts.current;
  },
  syncNow(): void {
    engine?.wake();
    void measureStorage();
  },
  /** Loads the new version in this tab; drafts are kept. */
  applyUpdate: (): void => void applyAppUpdate()
};

/** For the session: the engine that runs, and its state. */
export function showSync(next: SyncState): void {
  state = next;
}
export function attachEngine(next: SyncEngine | null): void {
  engine = next;
  if (next === null) state = INITIAL_SYNC_STATE;
}
