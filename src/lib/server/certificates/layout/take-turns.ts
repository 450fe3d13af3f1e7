import { setImmediate } from 'node:timers/promises';

/** How long others may have to wait. */
const LONGEST_MS = 20;

/** For work of seconds: call what comes back between its parts, and others have their turn whenever they have waited for long enough. */
export function takeTurns(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}
