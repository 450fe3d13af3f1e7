import { setTimeout as pause } from 'node:timers/promises';
import { handover } from '#lib/server/handover.ts';
import type { Entry } from './entry.ts';

/**
 * Lets proxies move on before anything is closed: `/health/ready` answers 503, every connection ends with its next answer, and all
 * requests are answered as before, for `seconds`.
 */
export async function drain(entry: Entry, seconds: number): Promise<void> {
  handover().draining = true;
  entry.leave();
  await pause(seconds * 1000);
}
