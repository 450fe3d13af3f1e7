import type { Clock } from '../clock.ts';

/** A clock that stands still until a test moves it; chance is a fixed number. */
export function manualClock(random = 0.5): Clock & { readonly advance: (milliseconds: number) => Promise<void> } {
  let now = Date.UTC(2026, 0, 15, 8);
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    random: () => random,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        await settled();
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = end;
    }
  };
}

/** Lets every promise that can resolve without the clock do so. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
