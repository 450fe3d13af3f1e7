/**
 * The session on this device (specification 5.3): persistent when “stay signed in” is checked, else of this browser session.
 * The person is kept beside the token, so that an offline start knows whose data to open.
 */
import type { User } from '#lib/contracts/people.ts';

const KEY = 'plumbline.session';
export type StoredSession = { readonly token: string; readonly user: User; readonly remember: boolean };

let current: StoredSession | null = null;
const listeners = new Set<() => void>();

function read(storage: Storage): StoredSession | null {
  const text = storage.getItem(KEY);
  if (text === null) return null;
  try {
    const stored = JSON.parse(text) as Partial<StoredSession>;
    if (typeof stored.token !== 'string' || typeof stored.user?.id !== 'string') return null;
    return { token: stored.token, user: stored.user, remember: storage === localStorage };
  } catch {
    return null;
  }
}

/** The session that was stored last, from this tab's storage first. */
export function loadSession(): StoredSession | null {
  current = read(sessionStorage) ?? read(localStorage);
  return current;
}

export function storeSession(session: StoredSession): void {
  current = session;
  const [chosen, other] = session.remember ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  other.removeItem(KEY);
  chosen.setItem(KEY, JSON.stringify({ token: session.token, user: session.user }));
}

export function clearSession(): void {
  current = null;
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

export const currentToken = (): string | null => current?.token ?? null;

/** Calls `listener` when the server no longer knows the token. */
export function onSessionEnded(listener: () => void): void {
  listeners.add(listener);
}

/** To be called on 401 `not_authenticated`; says nothing if the token was exchanged meanwhile. */
export function sessionEnded(token: string | null): void {
  if (token === null || token !== current?.token) return;
  for (const listener of listeners) listener();
}

/** Whether a storage event of another tab is about the session. */
export const concernsSession = (event: StorageEvent): boolean =>
  event.storageArea === localStorage && (event.key === KEY || event.key === null);
