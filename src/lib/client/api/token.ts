/**
 * The session on this device (specification 5.3): persistent if “stay signed in” is checked, else for this browser
 * session. The person is stored with the token, so that an offline start knows whose data to open.
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

/** The session stored last; this tab's storage takes precedence. */
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

/** Calls `listener` when the server no longer accepts the token. */
export function onSessionEnded(listener: () => void): void {
  listeners.add(listener);
}

/** Call it on 401 `not_authenticated`; it does nothing if the token has been replaced meanwhile. */
export function sessionEnded(token: string | null): void {
  if (token === null || token !== current?.token) return;
  for (const listener of listeners) listener();
}

/** Whether a storage event from another tab concerns the session. */
export const concernsSession = (event: StorageEvent): boolean =>
  event.storageArea === localStorage && (event.key === KEY || event.key === null);
