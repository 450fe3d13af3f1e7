/**
 * `npm run campaign -- --seed N --runs M`: harms an installation M times while devices deliver and people read, and checks whether it
 * recovers without help. Further options are below; what the same seed repeats, and what not, is in README.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chance, seedOfRun } from './chance.ts';
import { FAULTS } from './faults/all.ts';
import { nothing } from './faults/nothing.ts';
import { until } from './healing.ts';
import { oneRun, type RunReport } from './one-run.ts';
import { inspectEnd, inspectRecord } from './oracle.ts';
import { drawPlan, type Plan } from './plan.ts';
import { shrink } from './shrink.ts';
import { failuresOf, summaryOf } from './summary.ts';
import { DEVICES, KINDS, makeWorld, type Kind, type World } from './world.ts';

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '20' },
    /** The number of the first run: run K alone is repeated with `--from K --runs 1 --kind …`. */
    from: { type: 'string', default: '0' },
    /** One fault alone, by its name. */
    fault: { type: 'string' },
    /** One kind of installation alone; otherwise each has a third of the runs. */
    kind: { type: 'string' },
    /** The share of runs in which somebody works in a real browser, too. */
    tablets: { type: 'string', default: '0' },
    /** A plan as a failing run printed it, instead of those of the seed. */
    plan: { type: 'string' },
    /** Looks for the smallest plan that fails as the first wrong run did. */
    shrink: { type: 'boolean', default: false },
    /** For busy machines: however long recovery takes. */
    untimed: { type: 'boolean', default: false },
    'until-wrong': { type: 'boolean', default: false },
    /** Seconds that devices have to send and pull everything. */
    patience: { type: 'string' },
    /** A build that is there already. */
    built: { type: 'string' }
  }
});
/** So long may certificates and notifications be under way at the end. */
const END_SECONDS = 300;
/** What else was wrong in a run stands in the file. */
const MOST_SAID = 5;
/** How often a plan is tried before it counts as right: processes are scheduled otherwise each time. */
const TRIES = 3;
const seed = Number(given.seed);
const [from, runs, tablets] = [Number(given.from), Number(given.runs), Number(given.tablets)];
const patience = given.patience === undefined ? undefined : Number(given.patience);
const say = (line: string) => process.stdout.write(`${line}\n`);
const reports: (RunReport & { readonly run: number; readonly kind: Kind })[] = [];
const atEnd: string[] = [];
let built = given.built;

const kindOf = (run: number): Kind =>
  KINDS.find((kind) => kind === given.kind) ?? KINDS[Math.floor(((run - from) * KINDS.length) / runs)] ?? 'embedded';
for (const kind of KINDS) {
  const numbers = Array.from({ length: runs }, (_, i) => from + i).filter((run) => kindOf(run) === kind);
  if (numbers.length > 0) await campaign(kind, numbers);
}
for (const line of summaryOf(reports)) say(line);
const failures = [...failuresOf(reports, !given.untimed), ...atEnd];
for (const line of failures) say(`FAILED  ${line}`);
await mkdir('tests/.output', { recursive: true });
await writeFile(
  `tests/.output/campaign${given.kind === undefined ? '' : `-${given.kind}`}.json`,
  JSON.stringify({ seed, built, reports, atEnd }, null, 1)
);
const firstWrong = reports.find(({ wrong, ended, hung }) => wrong.length > 0 || ended || hung > 0);
if (given.shrink && firstWrong !== undefined) await shrinkRun(firstWrong.kind, firstWrong.plan);
say(failures.length === 0 ? 'Everything came right.' : `${failures.length} did not come right.`);
process.exit(failures.length === 0 ? 0 : 1);

async function campaign(kind: Kind, numbers: readonly number[]): Promise<void> {
  await inWorld(kind, async (world) => {
    const faults = possibleFaults(world);
    for (const run of numbers) {
      const drawn = drawPlan(chance(seedOfRun(seed, run)), { faults, devices: DEVICES, tablets });
      const report = await oneRun(world, given.plan === undefined ? drawn : (JSON.parse(given.plan) as Plan), patience);
      reports.push({ ...report, run, kind });
      const { plan, healedMs, deliveredMs, wrong } = report;
      const times = `healed ${healedMs} ms, delivered ${deliveredMs} ms`;
      say(
        `${kind} ${run} ${plan.fault}${report.savedInBrowser > 0 ? ', browser' : ''}: ${times}${wrong.length > 0 ? ' !' : ''}`
      );
      for (const one of wrong.slice(0, MOST_SAID)) say(`  ${one}`);
      if (report.ended) {
        say(world.app.output().slice(-3000));
        break;
      }
      if (given['until-wrong'] && wrong.length > 0) return;
    }
    const end = await until(async () => {
      world.devices.forEach((device) => device.wake());
      return [...(await inspectRecord(world)), ...(await inspectEnd(world))];
    }, patience ?? END_SECONDS);
    atEnd.push(...end.wrong.map((one) => `${kind}, at the end: ${one}`));
  });
}

/** What is left out is said. */
function possibleFaults(world: World): readonly string[] {
  const asked = given.fault === undefined ? FAULTS : [...FAULTS, nothing].filter(({ name }) => name === given.fault);
  const faults = asked.filter(({ needsTablet }) => needsTablet !== true || tablets > 0);
  for (const { name } of faults.filter((fault) => !fault.isPossible(world)))
    say(`left out, not possible here: ${name}`);
  return faults.filter((fault) => fault.isPossible(world)).map(({ name }) => name);
}

async function inWorld<T>(kind: Kind, work: (world: World) => Promise<T>): Promise<T> {
  const world = await makeWorld(kind, seed, built);
  built = world.app.buildDir;
  try {
    return await work(world);
  } finally {
    await writeFile(`tests/.output/campaign-${kind}.log`, world.app.output()).catch(() => undefined);
    await world.end();
  }
}

/** Each plan in an installation of its own: what is wrong must not come from the one before. */
async function shrinkRun(kind: Kind, plan: Plan): Promise<void> {
  const fails = async (less: Plan) => {
    for (let n = 0; n < TRIES; n++) {
      const { wrong, ended, hung } = await inWorld(kind, (world) => oneRun(world, less, patience));
      if (wrong.length > 0 || ended || hung > 0) {
        say(`fails: ${JSON.stringify(less)}: ${wrong[0] ?? 'the process ended, or a caller hung'}`);
        return true;
      }
    }
    return false;
  };
  if (await fails(plan))
    say(`The smallest that fails: --kind ${kind} --plan '${JSON.stringify(await shrink(plan, fails))}'`);
  else say(`It does not fail alone in ${TRIES} tries: --kind ${kind} --plan '${JSON.stringify(plan)}'`);
}
