const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const FIRST_PAUSE_MS = 10 * SECOND_MS;
const LONGEST_PAUSE_MS = 4 * HOUR_MS;
/** A message is given up when its next attempt would be more than this after its first. */
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS;
/** A receiver that has taken nothing for this long is turned off. */
const TURNED_OFF_AFTER_MS = 3 * 24 * HOUR_MS;

/**
 * When a failed message is sent again: after 10 s, then three times as long each time, at most every 4 h.
 * @param attempts made so far, at least one
 * @returns null if it is given up
 */
export function nextAttempt(attempts: number, firstAttemptAt: Date, now: Date): Date | null {
  const pause = Math.min(FIRST_PAUSE_MS * 3 ** (attempts - 1), LONGEST_PAUSE_MS);
  const next = now.getTime() + pause;
  return next > firstAttemptAt.getTime() + GIVEN_UP_AFTER_MS ? null : new Date(next);
}

/** @param failingSince when the first attempt failed since the last success */
export const isToBeTurnedOff = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= TURNED_OFF_AFTER_MS;
