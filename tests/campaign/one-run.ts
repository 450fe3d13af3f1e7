import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Fault } from './fault.ts';
import { isHealthy, until } from './healing.ts';
import { inspectDevices, inspectRecord } from './oracle.ts';
import { rest } from './rest.ts';
import type { World } from './world.ts';

const HEALED_WITHIN_SECONDS = 60;
/** So long may devices take until they have sent and pulled everything. */
export const PATIENCE_SECONDS = 120;
/** Answers to callers before the harm: a moment that a faster or slower machine keeps. */
const MOST_ANSWERS_BEFORE = 16;
const LONGEST_HARM_MS = 2500;
const MOST_SAVED = 2;
const CALLERS = 10;
/** So that the callers wait for the installation and not for each other. */
const CALLER_PAUSE_MS = 250;

/** What one run found. `healedMs` counts from the moment in which the cause was gone. */
export type RunReport = {
  readonly fault: string;
  /** What the same look at the installation took before the harm: what the machine itself takes. */
  readonly calmMs: number;
  readonly healedMs: number;
  readonly deliveredMs: number;
  readonly hung: number;
  readonly ended: boolean;
  readonly wrong: readonly string[];
};

/** People work, faults begin and end; then everything must recover without help. */
export async function oneRun(
  world: World,
  fault: Fault,
  chance: Chance,
  patienceSeconds = PATIENCE_SECONDS
): Promise<RunReport> {
  const calm = await until(() => isHealthy(world), HEALED_WITHIN_SECONDS);
  const callers = callWhile(world);
  const work = () => {
    for (const device of world.devices) for (let n = chance.between(1, MOST_SAVED); n > 0; n--) device.save();
  };
  work();
  await callers.answers(chance.between(0, MOST_ANSWERS_BEFORE));
  const cure = await fault.inflict(world, chance);
  // People go on working while it lasts.
  work();
  await pause(chance.between(0, LONGEST_HARM_MS));
  await cure();
  const healed = await until(() => isHealthy(world), HEALED_WITHIN_SECONDS);
  const hung = await callers.end();
  // Nobody waits for the pause that a device takes after failures: the network's return would wake it.
  const delivered = await until(async () => {
    const unsettled = world.devices.flatMap((device) => device.unsettled());
    if (unsettled.length > 0) world.devices.forEach((device) => device.wake());
    return unsettled;
  }, patienceSeconds);
  const converged = await until(() => inspectDevices(world), patienceSeconds);
  return {
    fault: fault.name,
    calmMs: calm.ms,
    healedMs: healed.ms,
    deliveredMs: healed.ms + delivered.ms,
    hung,
    ended: !world.app.lives(),
    wrong: [
      ...healed.wrong.map((one) => `not healed: ${one}`),
      ...converged.wrong,
      ...(await inspectRecord(world).catch((thrown: unknown) => [`the record cannot be read: ${String(thrown)}`]))
    ]
  };
}

/** Callers that ask all the while. `end` waits for their last answers. @returns how many got none at all. */
function callWhile({ app, laboratory }: World): {
  /** Waits until so many more calls have ended, in whatever way. */
  readonly answers: (count: number) => Promise<void>;
  readonly end: () => Promise<number>;
} {
  const api = rest(app.origin, laboratory.token);
  let over = false;
  let hung = 0;
  let ended = 0;
  let counted: () => void = () => undefined;
  const call = async () => {
    while (!over) {
      await api('GET', '/assets').catch((thrown: unknown) => {
        if (thrown instanceof Error && thrown.name === 'TimeoutError') hung += 1;
      });
      ended += 1;
      counted();
      await pause(CALLER_PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  return {
    answers: (count) => {
      const last = ended + count;
      return new Promise((resolve) => {
        counted = () => void (ended >= last && resolve());
        counted();
      });
    },
    end: async () => {
      over = true;
      await Promise.all(callers);
      return hung;
    }
  };
}
