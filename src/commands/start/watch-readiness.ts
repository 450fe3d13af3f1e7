const EVERY_MS = 5000;
/** How long the database may fail; after that a new process is the better choice. */
export const PATIENCE_MS = 60_000;

/**
 * Checks repeatedly whether this process can work with its database, and reports, once, if it could not for a minute:
 * whatever the cause, the supervisor then starts another process.
 * @param isReady never throws
 * @returns a function that ends the watch
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
