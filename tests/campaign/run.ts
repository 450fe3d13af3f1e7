/**
 * `npm run campaign -- --seed N --runs M [--from K] [--fault NAME] [--kind embedded|external] [--untimed] [--until-wrong] [--patience S]`:
 * harms an installation M times while devices deliver and people read, and checks whether it recovers without help. What the same seed
 * repeats, and what not, is in README.md; run K alone is repeated with `--from K --runs 1`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chance, seedOfRun } from './chance.ts';
import { FAULTS } from './faults/all.ts';
import { nothing } from './faults/nothing.ts';
import { until } from './healing.ts';
import { oneRun, type RunReport } from './one-run.ts';
import { inspectEnd, inspectRecord } from './oracle.ts';
import { failuresOf, summaryOf } from './summary.ts';
import { KINDS, makeWorld, type Kind } from './world.ts';

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
    fault: { type: 'string' },
    kind: { type: 'string' },
    untimed: { type: 'boolean', default: false },
    'until-wrong': { type: 'boolean', default: false },
    patience: { type: 'string' },
    built: { type: 'string' }
  }
});
/** So long may certificates and notifications be under way at the end. */
const END_SECONDS = 300;
/** What else was wrong in a run stands in the file. */
const MOST_SAID = 5;
const seed = Number(given.seed);
const [from, runs] = [Number(given.from), Number(given.runs)];
const patience = given.patience === undefined ? undefined : Number(given.patience);
const say = (line: string) => process.stdout.write(`${line}\n`);
const reports: (RunReport & { readonly run: number; readonly kind: Kind })[] = [];
const atEnd: string[] = [];
let built = given.built;

// The first half on one kind of database, the second on the other.
const kindOf = (run: number): Kind =>
  KINDS.find((kind) => kind === given.kind) ?? (run < from + Math.ceil(runs / 2) ? 'embedded' : 'external');
for (const kind of KINDS) {
  const numbers = Array.from({ length: runs }, (_, i) => from + i).filter((run) => kindOf(run) === kind);
  if (numbers.length > 0) await campaign(kind, numbers);
}
for (const line of summaryOf(reports)) say(line);
const failures = [...failuresOf(reports, !given.untimed), ...atEnd];
for (const line of failures) say(`FAILED  ${line}`);
await mkdir('tests/.output', { recursive: true });
await writeFile('tests/.output/campaign.json', JSON.stringify({ seed, built, reports, atEnd }, null, 1));
say(failures.length === 0 ? 'Everything came right.' : `${failures.length} did not come right.`);
process.exit(failures.length === 0 ? 0 : 1);

async function campaign(kind: Kind, numbers: readonly number[]): Promise<void> {
  const world = await makeWorld(kind, seed, built);
  built = world.app.buildDir;
  const faults = given.fault === undefined ? FAULTS : [...FAULTS, nothing].filter(({ name }) => name === given.fault);
  const possible = faults.filter((fault) => fault.isPossible(world));
  for (const { name } of faults.filter((fault) => !possible.includes(fault)))
    say(`left out, not possible here: ${name}`);
  try {
    for (const run of numbers) {
      const drawn = chance(seedOfRun(seed, run));
      const report = await oneRun(world, drawn.oneOf(possible), drawn, patience);
      reports.push({ ...report, run, kind });
      const { fault, healedMs, deliveredMs, wrong } = report;
      say(`${kind} ${run} ${fault}: healed ${healedMs} ms, delivered ${deliveredMs} ms${wrong.length > 0 ? ' !' : ''}`);
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
  } finally {
    await writeFile(`tests/.output/campaign-${kind}.log`, world.app.output()).catch(() => undefined);
    await world.end();
  }
}
