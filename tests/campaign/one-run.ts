import { setTimeout as pause } from 'node:timers/promises';
import { chance } from './chance.ts';
import { FAULTS } from './faults/all.ts';
import { nothing } from './faults/nothing.ts';
import { isHealthy, until } from './healing.ts';
import { inspectDevices, inspectIssuing, inspectRecord } from './oracle.ts';
import type { Plan } from './plan.ts';
import { rest } from './rest.ts';
import type { World } from './world.ts';

const HEALED_WITHIN_SECONDS = 60;
/** So long may devices take until they have sent and pulled everything. */
export const PATIENCE_SECONDS = 120;
/** Devices are compared when certificates have stopped changing them. After some faults they take longer, which is counted at the end. */
const ISSUED_WITHIN_SECONDS = 5;
/** So that the callers wait for the installation and not for each other. */
const CALLER_PAUSE_MS = 250;

/** What one run found. `healedMs` counts from the moment in which the cause was gone. */
export type RunReport = {
  readonly plan: Plan;
  /** How many calibrations were saved in the browser so far. */
  readonly savedInBrowser: number;
  /** What the same look at the installation took before the harm: what the machine itself takes. */
  readonly calmMs: number;
  readonly healedMs: number;
  readonly deliveredMs: number;
  readonly hung: number;
  readonly ended: boolean;
  readonly wrong: readonly string[];
};

/** People work, a fault begins and ends; then everything must recover without help. */
export async function oneRun(world: World, plan: Plan, patienceSeconds = PATIENCE_SECONDS): Promise<RunReport> {
  const fault = [...FAULTS, nothing].find(({ name }) => name === plan.fault);
  if (fault === undefined) throw new Error(`There is no fault "${plan.fault}".`);
  const calm = await until(() => isHealthy(world), HEALED_WITHIN_SECONDS);
  const tablet = plan.tablet || fault.needsTablet === true ? await world.tablet() : null;
  const callers = callWhile(world, plan.callers);
  const work = (saved: readonly number[]) => {
    for (const [i, device] of world.devices.entries()) for (let n = saved[i] ?? 0; n > 0; n--) device.save();
  };
  // On the screen it takes so long that the fault falls somewhere into it.
  const interrupted = tablet?.calibrate().catch(() => undefined);
  work(plan.before);
  await callers.answers(plan.answers);
  const cure = await fault.inflict(world, chance(plan.faultSeed));
  // People go on working while it lasts.
  work(plan.during);
  await pause(plan.lastsMs);
  await cure();
  const healed = await until(() => isHealthy(world), HEALED_WITHIN_SECONDS);
  const { hung, failed } = await callers.end();
  await interrupted;
  // What a fault took from under somebody's hands was not called saved; now it can be.
  const again = await tablet?.calibrate().then(
    () => [],
    (thrown: unknown) => [`nothing can be saved in the browser: ${String(thrown)}`]
  );
  // Nobody waits for the pause that a device takes after failures: the network's return would wake it.
  const delivered = await until(async () => {
    const unsettled = world.devices.flatMap((device) => device.unsettled());
    if (unsettled.length > 0) world.devices.forEach((device) => device.wake());
    return unsettled;
  }, patienceSeconds);
  await until(() => inspectIssuing(world), ISSUED_WITHIN_SECONDS);
  const converged = await until(() => inspectDevices(world), patienceSeconds);
  const shown = tablet === null ? [] : (await until(() => tablet.inspect(), patienceSeconds)).wrong;
  return {
    plan,
    savedInBrowser: tablet?.saved() ?? 0,
    calmMs: calm.ms,
    healedMs: healed.ms,
    deliveredMs: healed.ms + delivered.ms,
    hung,
    ended: !world.app.lives(),
    wrong: [
      ...healed.wrong.map((one) => `not healed: ${one}`),
      ...(fault.isUnnoticed === true ? failed.map((one) => `somebody noticed: ${one}`) : []),
      ...converged.wrong,
      ...(again ?? []),
      ...shown,
      ...(await inspectRecord(world).catch((thrown: unknown) => [`the record cannot be read: ${String(thrown)}`]))
    ]
  };
}

type Calls = { readonly hung: number; readonly failed: readonly string[] };

/** Callers that ask all the while. `end` waits for their last answers. @returns how many got none at all, and what failed */
function callWhile(
  { app, laboratory }: World,
  count: number
): {
  /** Waits until so many more calls have ended, in whatever way. */
  readonly answers: (count: number) => Promise<void>;
  readonly end: () => Promise<Calls>;
} {
  const api = rest(app.origin, laboratory.token);
  let over = false;
  let hung = 0;
  const failed: string[] = [];
  let ended = 0;
  let counted: () => void = () => undefined;
  const call = async () => {
    while (!over) {
      await api('GET', '/assets').catch((thrown: unknown) => {
        if (thrown instanceof Error && thrown.name === 'TimeoutError') hung += 1;
        failed.push(String(thrown));
      });
      ended += 1;
      counted();
      await pause(CALLER_PAUSE_MS);
    }
  };
  const callers = Array.from({ length: count }, call);
  return {
    answers: (more) => {
      const last = ended + more;
      return new Promise((resolve) => {
        counted = () => void (ended >= last && resolve());
        counted();
      });
    },
    end: async () => {
      over = true;
      await Promise.all(callers);
      return { hung, failed };
    }
  };
}
