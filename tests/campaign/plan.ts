import type { Chance } from './chance.ts';

/** What happens in one run, drawn from its seed: a value, so that it can be repeated alone and made smaller. */
export type Plan = {
  readonly fault: string;
  /** What the fault itself chooses is drawn from it. */
  readonly faultSeed: number;
  /** How many calibrations each device saves before the fault, and while it lasts. */
  readonly before: readonly number[];
  readonly during: readonly number[];
  /** So many ask all the while. */
  readonly callers: number;
  /** So many of their calls have ended when the fault begins: a moment that a faster or slower machine keeps. */
  readonly answers: number;
  /** How long the fault lasts, in milliseconds. */
  readonly lastsMs: number;
  /** Whether somebody calibrates in a real browser, too. */
  readonly tablet: boolean;
};

const CALLERS = 10;
const MOST_SAVED = 2;
const MOST_ANSWERS_BEFORE = 16;
const LONGEST_HARM_MS = 2500;

export type Drawn = {
  readonly faults: readonly string[];
  readonly devices: number;
  /** The share of runs with a real browser, from 0 to 1. */
  readonly tablets: number;
};

export function drawPlan(chance: Chance, { faults, devices, tablets }: Drawn): Plan {
  const saved = () => Array.from({ length: devices }, () => chance.between(1, MOST_SAVED));
  return {
    fault: chance.oneOf(faults),
    before: saved(),
    answers: chance.between(0, MOST_ANSWERS_BEFORE),
    faultSeed: chance.between(1, 2 ** 31),
    during: saved(),
    lastsMs: chance.between(0, LONGEST_HARM_MS),
    // Drawn last, and always: the share that is asked for changes nothing else of a run.
    tablet: chance.next() < tablets,
    callers: CALLERS
  };
}
