/** Time and random numbers, passed in so that tests control both. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Runs a function once after a delay in milliseconds; the return value cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
};
