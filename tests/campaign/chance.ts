/** Chance that repeats exactly: the same seed gives the same run (mulberry32). */
export type Chance = {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;
  /** From `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
};

export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    oneOf: (choices) => {
      const chosen = choices[Math.floor(next() * choices.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    }
  };
}

/** The seed of one run of a campaign, so that each can be repeated alone. */
export const seedOfRun = (seed: number, run: number): number => Math.imul(seed ^ 0x9e3779b9, run + 1) >>> 0;
