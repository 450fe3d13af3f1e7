import { liveQuery } from 'dexie';

/**
 * Runs a query of the local database now and whenever its result may have changed, in any tab. Returns a function that
 * ends it.
 */
export function watch<T>(query: () => Promise<T>, next: (value: T) => void): () => void {
  const subscription = liveQuery(query).subscribe(next);
  return () => subscription.unsubscribe();
}
