const EVERY_MS = 5000;
/** So long may the database fail this process; then a fresh process is the better one. */
export const PATIENCE_MS = 60_000;

/**
 * Asks again and again whether this process can work with its database, and tells, once, when it could not for a minute: whatever
 * keeps it from it, whoever started the process starts another one.
 * @param isReady never throws
 * @returns what ends the watch
 */
export function watchReadiness(isReady: () => Promise<boolean>, failed: () => void): () => void {
  let since: number | null = null;
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    since = (await isReady()) ? null : (since ?? performance.now());
    asking = false;
  };
  const timer = setInterval(() => {
    void look();
    if (since === null || performance.now() - since < PATIENCE_MS) return;
    clearInterval(timer);
    failed();
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
