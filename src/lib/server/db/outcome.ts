import { AsyncLocalStorage } from 'node:async_hooks';
import { isTransient } from './transient.ts';

/**
 * The database went away while something was being committed, or after it: it may be done or not. The caller must
 * repeat the same request, or check; "nothing was done" would be wrong.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  constructor(cause: unknown) {
    super('The database went away while this was being saved.', { cause });
  }
}

const requests = new AsyncLocalStorage<{ committed: boolean }>();

/** Records that something of the current request has been committed. */
export function noteCommit(): void {
  const request = requests.getStore();
  if (request !== undefined) request.committed = true;
}

/** Whether something of the current request has been committed, so that it must not be repeated. */
export const hasCommitted = (): boolean => requests.getStore()?.committed ?? false;

/**
 * Runs the work of one request that may change something. @throws OutcomeUnknown if the database fails temporarily
 * after something was committed.
 */
export async function tellingOutcome<T>(work: () => Promise<T>): Promise<T> {
  const request = { committed: false };
  try {
    return await requests.run(request, work);
  } catch (thrown) {
    if (request.committed && isTransient(thrown) && !(thrown instanceof OutcomeUnknown))
      throw new OutcomeUnknown(thrown);
    throw thrown;
  }
}
