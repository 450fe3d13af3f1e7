import type { Clock } from '#sync/client/clock.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  }
};
