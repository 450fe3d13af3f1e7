import type { Services } from '#lib/server/use-cases/services.ts';
import { noticeCopy } from './notice-copy.ts';

/** The state is stored this often, so at most this much is missing from it. */
const EVERY_MS = 15_000;

const WORDS = {
  elsewhere: 'the data lie elsewhere than at the last start',
  older: 'the data know of less than was seen of them',
  other_generation: 'the data are of another generation than was last seen',
  told: 'somebody said so'
} as const;

/**
 * Notices another copy of the data before anything is served, and from then on while the process runs.
 * @param files see `noticeCopy`
 * @returns a function that ends it and stores the last state.
 */
export async function watchCopies(
  services: Pick<Services, 'pool' | 'store' | 'log'>,
  files: string
): Promise<() => Promise<void>> {
  const { log } = services;
  const look = async (before?: Awaited<ReturnType<typeof noticeCopy>>['seen']) => {
    const { seen, reason, compared } = await noticeCopy(services, files, before);
    if (reason !== null) {
      log.warn(
        { reason, generation: seen.generation },
        `A new generation has started because ${WORDS[reason]}. Devices will pull everything again and resend confirmed entries.`
      );
    }
    return compared ? seen : undefined;
  };
  let seen = await look();
  let looking = Promise.resolve();
  const again = () => {
    looking = look(seen).then(
      (now) => void (seen = now),
      (err: unknown) => log.warn({ err }, 'what was last seen of the data could not be kept')
    );
    return looking;
  };
  const timer = setInterval(() => void again(), EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
    await again();
  };
}
