import type { Services } from '#lib/server/use-cases/services.ts';

const PATIENCE_MS = 3000;

/** Whether a part of the installation answers within seconds, and after how many milliseconds. The reason why not is for the log. */
export async function probe(
  { log }: Pick<Services, 'log'>,
  part: string,
  work: () => Promise<unknown>
): Promise<{ readonly works: boolean; readonly ms: number }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  const begun = performance.now();
  const took = () => Math.round((performance.now() - begun) * 10) / 10;
  try {
    await Promise.race([work(), late]);
    return { works: true, ms: took() };
  } catch (err) {
    log.warn({ err, part }, 'not ready');
    return { works: false, ms: took() };
  } finally {
    clearTimeout(timer);
  }
}
