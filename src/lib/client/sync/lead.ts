/**
 * Runs `lead` in one tab of the device at a time: the browser passes on the lock when a tab closes, crashes or is
 * killed. If the browser has no locks (plain http), every tab leads; the protocol makes double delivery harmless.
 *
 * @param lead starts, and returns a function that ends it
 * @returns a function that stops leading; resolves when the work has ended
 */
export function leadOneTab(name: string, lead: () => () => Promise<void>): () => Promise<void> {
  const ended = new AbortController();
  let holding = Promise.resolve();
  const hold = async () => {
    if (ended.signal.aborted) return;
    const end = lead();
    await new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve(), { once: true }));
    await end();
  };
  const begin = () => (holding = hold());
  if (navigator.locks === undefined) void begin();
  else {
    navigator.locks.request(name, { signal: ended.signal }, begin).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  }
  return async () => {
    ended.abort();
    await holding;
  };
}
