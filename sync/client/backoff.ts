const FIRST_MS = 1000;
const LAST_MS = 5 * 60 * 1000;

/**
 * How long to wait before the next try, in milliseconds: doubling from 1 s to 5 min, with jitter in the upper half, so
 * that a hundred devices do not reconnect to a server in the same second.
 *
 * @param attempt failures so far, 1 for the first
 * @param random from 0 up to 1
 */
export function backoff(attempt: number, random: number): number {
  const ceiling = Math.min(LAST_MS, FIRST_MS * 2 ** Math.max(0, attempt - 1));
  return Math.max(FIRST_MS, Math.round(ceiling * (0.5 + 0.5 * random)));
}
