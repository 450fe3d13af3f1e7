/**
 * `npm run campaign:mutants -- [--only NAME,NAME] [--sequences N] [--runs N] [--seed N]`: puts known bugs back, one after the other, into a
 * copy of the sources, and looks for each: in N sequences of what may happen to three devices in one process, which take seconds, then in
 * N runs of the campaign. Each must be found, and must not show without a fault.
 */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { MUTANTS } from './all.ts';
import type { Mutant } from './mutant.ts';

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    sequences: { type: 'string', default: '40' },
    runs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' }
  }
});
const run = promisify(execFile);
const say = (line: string) => process.stdout.write(`${line}\n`);
/** Of what was wrong, in the table. */
const MOST_SAID = 160;
const MOST_OUTPUT = 64 * 1024 * 1024;
const COPY = resolve('tests/.output/mutants');

type Outcome = {
  readonly mutant: Mutant;
  /** How it was found; `null` if it was not. */
  readonly found: string | null;
  readonly said: string;
  readonly calm: boolean;
};

await copySources();
const { built, wrong: unchanged } = await campaign(['--fault', 'nothing', '--runs', '1']);
if (unchanged.length > 0) throw new Error(`The unchanged sources: ${unchanged.join('\n')}`);
const outcomes: Outcome[] = [];
for (const mutant of MUTANTS.filter(({ name }) => given.only === undefined || given.only.split(',').includes(name))) {
  const outcome = await withMutant(mutant, () => look(mutant));
  outcomes.push(outcome);
  say(sentence(outcome));
}
say('');
for (const { mutant, found, said } of outcomes)
  say(`| ${mutant.name} | ${mutant.bug} | ${found ?? 'not found'} | ${said.slice(0, MOST_SAID)} |`);
const missed = outcomes.filter(({ found, calm }) => found === null || !calm);
say(missed.length === 0 ? 'All are found.' : `${missed.length} are not found, or show without a fault.`);
process.exit(missed.length === 0 ? 0 : 1);

async function look(mutant: Mutant): Promise<Outcome> {
  const shortest = await sequences();
  if (shortest !== null) return { mutant, ...shortest, calm: true };
  // The server of the unchanged sources serves, if only what the devices load or the schema is changed.
  const server = mutant.part === 'server' ? [] : ['--built', built];
  const calm = await campaign(['--fault', 'nothing', '--runs', '2', ...server]);
  if (calm.wrong.length > 0) return { mutant, found: null, said: calm.wrong[0] ?? '', calm: false };
  const { wrong, runs } = await campaign(['--runs', given.runs, '--until-wrong', ...server]);
  return { mutant, found: wrong.length > 0 ? `run ${runs}` : null, said: wrong[0] ?? '', calm: true };
}

function sentence({ mutant, found, said, calm }: Outcome): string {
  if (!calm) return `${mutant.name}: shows without any fault: ${said}`;
  return found === null ? `${mutant.name}: NOT found` : `${mutant.name}: found in ${found}: ${said}`;
}

/** @returns the number of the sequence that does not come right, and the shortest that does not either; `null` if all do */
async function sequences(): Promise<Pick<Outcome, 'found' | 'said'> | null> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', 'tests/sync/many-devices.pg.test.ts'];
  const env = { ...process.env, SEQUENCES: given.sequences, PROPERTY_SEED: given.seed, NO_COLOR: '1' };
  const words = await run(process.execPath, args, { cwd: COPY, env, maxBuffer: MOST_OUTPUT }).then(
    () => null,
    (failed: { readonly stdout: string; readonly stderr: string }) => failed.stdout + failed.stderr
  );
  if (words === null) return null;
  const [, number] = /Property failed after (\d+) tests/.exec(words) ?? [];
  const [, steps] = /Counterexample: \[(.*?)(?: \/\*|\])/.exec(words) ?? [];
  if (number === undefined || steps === undefined) throw new Error(`The sequences did not run: ${words.slice(-2000)}`);
  return { found: `sequence ${number}`, said: steps.replaceAll(',device', ', device') };
}

type Report = {
  readonly reports: readonly { readonly wrong: readonly string[]; readonly ended: boolean; readonly hung: number }[];
  readonly atEnd: readonly string[];
  readonly built: string;
};

type Found = { readonly wrong: readonly string[]; readonly runs: number; readonly built: string };

/** @returns what was found wrong, in how many runs, and with which build. */
async function campaign(more: readonly string[]): Promise<Found> {
  const result = join(COPY, 'tests/.output/campaign-embedded.json');
  await rm(result, { force: true });
  const fixed = ['--seed', given.seed, '--kind', 'embedded', '--untimed', '--patience', '40'];
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/campaign/run.ts', ...fixed, ...more], {
    cwd: COPY,
    stdio: ['ignore', 'ignore', 'pipe']
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += String(chunk)));
  await new Promise((ended) => child.once('close', ended));
  const text = await readFile(result, 'utf8').catch(() => null);
  if (text === null) return { wrong: [`it does not work at all: ${words.slice(-400)}`], runs: 0, built: '' };
  const { reports, atEnd, built: used } = JSON.parse(text) as Report;
  const wrong = reports.flatMap((report) => [
    ...report.wrong,
    ...(report.ended ? ['the process ended'] : []),
    ...(report.hung > 0 ? [`${report.hung} callers hung`] : [])
  ]);
  return { wrong: [...wrong, ...atEnd], runs: reports.length, built: used };
}

/** Packages are linked, file by file: the build does not follow a link to a folder beyond its root. */
async function copySources(): Promise<void> {
  await rm(COPY, { recursive: true, force: true });
  const { stdout } = await run('git', ['ls-files'], { maxBuffer: MOST_OUTPUT });
  for (const file of stdout.split('\n').filter((name) => name !== '')) {
    await mkdir(dirname(join(COPY, file)), { recursive: true });
    await cp(file, join(COPY, file));
  }
  await run('cp', ['-al', 'node_modules', join(COPY, 'node_modules')]);
}

/** Puts a bug in, and takes it out again. */
async function withMutant<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
  const before = new Map<string, string>();
  for (const { file, find, replace } of mutant.edits) {
    const path = join(COPY, file);
    const text = await readFile(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    if (text.split(find).length !== 2)
      throw new Error(`${mutant.name}: ${file} does not have what is to be replaced once`);
    await writeFile(
      path,
      text.replace(find, () => replace)
    );
  }
  try {
    return await work();
  } finally {
    for (const [path, text] of before) await writeFile(path, text);
  }
}
