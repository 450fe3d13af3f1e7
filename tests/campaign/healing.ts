import { setTimeout as pause } from 'node:timers/promises';
import { rest } from './rest.ts';
import type { World } from './world.ts';

/** The look at everything is work, too, for devices and app: the longer they took so far, the longer it waits. */
const POLL_MS = { shortest: 50, share: 0.1, longest: 1000 };
const CALLERS = 10;

/** Waits until `probe` finds nothing more to complain of. @returns the time that it took, and what was still wrong at the end. */
export async function until(
  probe: () => Promise<readonly string[]>,
  seconds: number
): Promise<{ readonly ms: number; readonly wrong: readonly string[] }> {
  const begun = performance.now();
  for (;;) {
    const wrong = await probe().catch((thrown: unknown) => [String(thrown)]);
    const ms = Math.round(performance.now() - begun);
    if (wrong.length === 0 || ms > seconds * 1000) return { ms, wrong };
    await pause(Math.max(POLL_MS.shortest, Math.min(ms * POLL_MS.share, POLL_MS.longest)));
  }
}

/**
 * Whether the installation works: each process says so itself, and ten callers at once are all answered, which needs every connection
 * that there is.
 */
export async function isHealthy({ app, laboratory }: World): Promise<readonly string[]> {
  for (const { origin } of app.processes) {
    const ready = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    if (ready.status !== 200) return [`not ready: ${await ready.text()}`];
  }
  const api = rest(app.origin, laboratory.token);
  const answers = await Promise.allSettled(Array.from({ length: CALLERS }, () => api('GET', '/assets')));
  return answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
}
