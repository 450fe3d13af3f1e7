/** Time and chance, passed in so that tests decide both. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** Runs once after so many milliseconds; the answer cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
};
