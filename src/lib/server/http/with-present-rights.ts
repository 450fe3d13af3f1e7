import { hasCommitted } from '#lib/server/db/outcome.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import type { Admitted } from './admit.ts';

/**
 * Does the work for whoever calls. Where one of their rights ended while it was under way and nothing is done yet, it is asked again
 * who they are, and what is true now decides: often the right that ended has nothing to do with the work.
 * @param again asks who calls; throws where nobody does any more
 */
export async function withPresentRights<T>(
  admitted: Admitted | null,
  again: () => Promise<Admitted | null>,
  work: (by: Admitted | null) => Promise<T>
): Promise<T> {
  try {
    return await work(admitted);
  } catch (thrown) {
    if (!(thrown instanceof RightsEnded) || hasCommitted()) throw thrown;
    return work(await again());
  }
}
