/**
 * The saved lists of the person whose session is stored here, read by the browser's own means: nothing has to be loaded for it,
 * so that reading can begin before the app's code is there (hooks.client.ts). Writing them is the local database's matter.
 */
import type { Scope } from '#sync/client/replica.ts';
import { loadSession } from '../api/token.ts';
import type { StoredList } from './local-database.ts';
import { localDatabaseName } from './local-database-name.ts';

export type SavedLists = { readonly lists: readonly StoredList[]; readonly scope: Scope | null };
const NOTHING: SavedLists = { lists: [], scope: null };

let early: { readonly userId: string; readonly read: Promise<SavedLists> } | null = null;

/** Begins to read, if somebody is signed in here. */
export function readSavedListsEarly(): void {
  const userId = loadSession()?.user.id;
  if (userId !== undefined) early = { userId, read: readSavedLists(userId) };
}

/** What was saved for a person; what was begun early is taken once, later calls read anew. */
export function savedListsOf(userId: string): Promise<SavedLists> {
  const begun = early?.userId === userId ? early.read : null;
  early = null;
  return begun ?? readSavedLists(userId);
}

function readSavedLists(userId: string): Promise<SavedLists> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(localDatabaseName(userId));
    // There is none yet: it is Dexie's to make.
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
