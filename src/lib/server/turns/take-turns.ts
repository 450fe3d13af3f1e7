import { setImmediate } from 'node:timers/promises';

/** The longest time that other work may have to wait. */
const LONGEST_MS = 20;

/** Resolves at once, or after other work has had its turn. */
export type Pause = () => Promise<void>;

/**
 * For work of seconds: call the returned function between its parts to give other work a turn when it has waited long
 * enough.
 */
export function takeTurns(): Pause {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < LONGEST_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}

/** Takes all steps of a generator in turns. @returns what it returns, and what it has yielded. */
export async function inTurns<Step, Result>(
  steps: Generator<Step, Result>,
  pause: Pause = takeTurns()
): Promise<{ readonly result: Result; readonly steps: readonly Step[] }> {
  const taken: Step[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, steps: taken };
    taken.push(step.value);
    await pause();
  }
}
