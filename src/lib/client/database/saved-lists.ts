/**
 * The saved lists of the person whose session is stored here, read with the browser's own API: no code has to be loaded
 * for it, so reading can begin before the app is loaded (hooks.client.ts). The local database writes them.
 */
import type { Scope } from '#sync/client/replica.ts';
import { loadSession } from '../api/token.ts';
import type { StoredList } from './local-database.ts';
import { localDatabaseName } from './local-database-name.ts';

export type SavedLists = { readonly lists: readonly StoredList[]; readonly scope: Scope | null };
const NOTHING: SavedLists = { lists: [], scope: null };

let early: { readonly userId: string; readonly read: Promise<SavedLists> } | null = null;

/** Begins to read if somebody is signed in here. */
export function readSavedListsEarly(): void {
  const userId = loadSession()?.user.id;
  if (userId !== undefined) early = { userId, read: readSavedLists(userId) };
}

/** The saved lists of a person; the early read is used once, later calls read again. */
export function savedListsOf(userId: string): Promise<SavedLists> {
  const begun = early?.userId === userId ? early.read : null;
  early = null;
  return begun ?? readSavedLists(userId);
}

function readSavedLists(userId: string): Promise<SavedLists> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(localDatabaseName(userId));
    // It does not exist yet: Dexie creates it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(NOTHING);
    opening.onsuccess = () => {
      const database = opening.result;
      const finish = (found: SavedLists) => {
        database.close();
        resolve(found);
      };
      try {
        const transaction = database.transaction(['lists', 'settings'], 'readonly');
        const lists = transaction.objectStore('lists').getAll() as IDBRequest<StoredList[]>;
        const scope = transaction.objectStore('settings').get('scope') as IDBRequest<{ value: Scope } | undefined>;
        transaction.oncomplete = () => finish({ lists: lists.result, scope: scope.result?.value ?? null });
        transaction.onabort = () => finish(NOTHING);
      } catch {
        finish(NOTHING);
      }
    };
  });
}
