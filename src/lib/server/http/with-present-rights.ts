import { hasCommitted } from '#lib/server/db/outcome.ts';
import { RightsEnded } from '#lib/server/db/standing.ts';
import type { Admitted } from './admit.ts';

/**
 * Does the work for the caller. If one of their rights ended in the meantime and nothing is done yet, the caller is
 * determined again with their current rights: often the lost right is unrelated to the work. @param again determines
 * the caller; throws if they are no longer signed in
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
