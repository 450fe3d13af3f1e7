import type { CommonQueryMethods } from 'slonik';
import { findSessionOf, sessionIdOf, type SessionOf } from './sessions.ts';

export type FoundSession = SessionOf;

/** For how long what was found of a session is used again without a look at the database. */
const RECENT_MS = 10_000;
const MOST = 5000;
const caches = new WeakMap<CommonQueryMethods, Map<string, FoundSession & { readonly until: number }>>();

/**
 * The session of a token as it was found a moment ago, or `null`. Only for work that reads in a transaction, which compares what is
 * remembered with what is true by then (`db/standing.ts`): a session that has ended opens nothing, however recently it was found.
 */
export function recentSession(pool: CommonQueryMethods, token: string): FoundSession | null {
  const found = caches.get(pool)?.get(sessionIdOf(token));
  return found !== undefined && found.until > Date.now() ? found : null;
}

/** Looks for the session of a token in the database, and remembers what it found for a moment. */
export async function findAndRememberSession(pool: CommonQueryMethods, token: string): Promise<FoundSession | null> {
  const cache = caches.get(pool) ?? new Map<string, FoundSession & { readonly until: number }>();
  caches.set(pool, cache);
  const found = await findSessionOf(pool, token);
  const key = sessionIdOf(token);
  cache.delete(key);
  // What is refused is looked for again: the account may have been activated, or its second factor set up.
  if (!found?.user.is_active || !found.user.is_verified || found.setupOnly) return found;
  const [oldest] = cache.keys();
  if (cache.size >= MOST && oldest !== undefined) cache.delete(oldest);
  cache.set(key, { ...found, until: Date.now() + RECENT_MS });
  return found;
}
