/**
 * `npm test`: lint with the import rules, types in .ts and .svelte, spelling and the tests. Lists what did not run,
 * and ends with `N passed, N failed`; lint, types, spelling and unused code count as one each. They run beside the first
 * tests, and what they found is printed after those. Long test files take turns (checks/turns.ts): `--turn=N` chooses one. With
 * `--whole` (`npm run test:whole`) all files run, and sweeps go through all of their cases (tests/support/depth.ts).
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findOutsidePrograms } from './checks/outside-programs.ts';
import { runTool, runToolsBeside } from './checks/run-step.ts';
import { GROUPS, NEEDED_BY, runTests, type Group } from './checks/run-tests.ts';
import { countCommits, filesThatWait, readSeconds, TURNS } from './checks/turns.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values: given } = parseArgs({ options: { whole: { type: 'boolean' }, turn: { type: 'string' } } });
if (given.whole === true) process.env['DEPTH'] = 'whole';
const isWhole = process.env['DEPTH'] === 'whole';
const turn = Number(given.turn ?? countCommits()) % TURNS;
if (!Number.isInteger(turn) || turn < 0) throw new Error(`--turn takes a number: 0 to ${TURNS - 1}`);
const waiting = isWhole ? [] : filesThatWait(readSeconds(), turn);
const absent = findOutsidePrograms(say);
let passed = 0;
let failed = 0;
const notRun: string[] = [];
const unsteady: string[] = [];
const count = (well: boolean) => (well ? passed++ : failed++);

await runTool('Types that SvelteKit generates', 'svelte-kit', ['sync']);
const processors = availableParallelism();
/** Beside the tests of the first group, which leave a processor idle now and then. */
const beside = runToolsBeside(
  [
    // What takes longest comes first. If it fails, the tests that need it do it themselves, and say why they cannot.
    ['The app', 'tsx', ['tests/support/prepare-app.ts']],
    ['Lint', 'eslint', ['.', '--max-warnings', '0']],
    // By the native compiler, in a third of the processor time.
    [
      'Types',
      'svelte-check',
      ['--tsgo-experimental-api', '--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human']
    ],
    ['What nothing uses', 'knip', ['--no-progress', '--config', 'tests/architecture/knip.jsonc']],
    ['Spelling', 'cspell', ['lint', '--quiet', '--config', 'tests/architecture/cspell.jsonc']]
  ],
  Math.max(1, processors - 1)
);

const [units, built] = GROUPS;
await runGroup(units);
// What is left has the machine to itself.
beside.widen(processors);
const [, ...checks] = await beside.ended();
say('\nLint, types, unused code and spelling ran meanwhile:');
for (const { title, said, well } of checks) {
  say(`\n── ${title}: ${well ? 'nothing to report' : 'failed'} ──\n${said}`);
  count(well);
}
await runGroup(built);

say('');
const validators = absent.filter((program) => program !== 'chromium');
if (validators.length > 0) say(`Missing, so that tests failed which need them: ${validators.join(', ')}`);
for (const test of unsteady) say(`UNSTEADY, passed at the second attempt: ${test}`);
for (const line of notRun) say(`NOT RUN: ${line}`);
if (!isWhole) {
  say(`Turn ${turn} of ${TURNS}: these files have theirs after another commit, or with --turn=N: ${waiting.join(' ')}`);
  say('Sweeps took a fixed share of their cases. npm run test:whole runs all files with all cases.');
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runGroup({ name, projects, attempts }: Group): Promise<void> {
  const lacking = (project: string) => (NEEDED_BY[project] ?? []).filter((program) => absent.includes(program));
  for (const project of projects) {
    const missing = lacking(project).join(' ');
    if (missing !== '') notRun.push(`tests of ${project}: ${missing} not found (Debian: apt-get install ${missing})`);
  }
  const runnable = projects.filter((project) => lacking(project).length === 0);
  if (runnable.length === 0) return;
  const counts = await runTests({ name, projects: runnable, attempts }, waiting);
  passed += counts.passed;
  failed += counts.failed;
  unsteady.push(...counts.unsteady);
  for (const [reason, tests] of counts.notRun) notRun.push(`${tests} ${tests === 1 ? 'test' : 'tests'}: ${reason}`);
}
