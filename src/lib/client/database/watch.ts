import { liveQuery } from 'dexie';

/** Runs a query of the local database now and whenever its answer may have changed, in any tab. Answers how to end it. */
export function watch<T>(query: () => Promise<T>, next: (value: T) => void): () => void {
  const subscription = liveQuery(query).subscribe(next);
  return () => subscription.unsubscribe();
}
