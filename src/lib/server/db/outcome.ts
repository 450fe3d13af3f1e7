import { AsyncLocalStorage } from 'node:async_hooks';
import { isTransient } from './transient.ts';

/**
 * The database went away while something was being committed, or after it: it may be done or not. Whoever asked must ask again with
 * the very same, or look; "nothing was done" would be a lie.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  constructor(cause: unknown) {
    super('The database went away while this was being saved.', { cause });
  }
}

const requests = new AsyncLocalStorage<{ committed: boolean }>();

/** Notes that something of the request in hand is in the database for good. */
export function noteCommit(): void {
  const request = requests.getStore();
  if (request !== undefined) request.committed = true;
}

/** Is something of the request in hand in the database for good, so that it must not be begun again? */
export const hasCommitted = (): boolean => requests.getStore()?.committed ?? false;

/**
 * Does the work of one request that may change something.
 * @throws OutcomeUnknown where the database fails it for the moment after it has committed something.
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
