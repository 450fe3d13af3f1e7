import { MAX_BATCH_BYTES } from './choose-batch.ts';
import type { Clock } from './clock.ts';

/** A batch that got no answer for this long was on its way: the network is slow, not away. A third of what a request is given. */
const SLOW_MS = 20_000;
/** About one entry. */
const LEAST_BYTES = 32 * 1024;

/**
 * How large the next batch may be. A batch that a slow network does not bring to its end before the request is given up would be sent
 * again and again, so each is half as large as one that was given up, and twice as large as one that was answered soon.
 */
export type PushPace = {
  readonly maxBytes: () => number;
  /** Sends a batch, and notes how that went. */
  readonly sending: <Answer>(send: () => Promise<Answer>) => Promise<Answer>;
};

export function pushPace(clock: Clock): PushPace {
  let maxBytes = MAX_BATCH_BYTES;
  return {
    maxBytes: () => maxBytes,
    sending: async (send) => {
      const begun = clock.now();
      const isSlow = () => clock.now() - begun >= SLOW_MS;
      try {
        const answer = await send();
        if (!isSlow()) maxBytes = Math.min(MAX_BATCH_BYTES, maxBytes * 2);
        return answer;
      } catch (error) {
        if (isSlow()) maxBytes = Math.max(LEAST_BYTES, maxBytes / 2);
        throw error;
      }
    }
  };
}
