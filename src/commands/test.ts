/**
 * `npm test`: lint with the import rules, types in .ts and .svelte, spelling and every test. Lists what could not run,
 * and ends with `N passed, N failed`; lint, types, spelling and unused code count as one each.
 */
import { findOutsidePrograms } from './checks/outside-programs.ts';
import { runTool, runToolsTogether } from './checks/run-step.ts';
import { GROUPS, runTests } from './checks/run-tests.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const absent = findOutsidePrograms(say);
let passed = 0;
let failed = 0;
const notRun: string[] = [];
const unsteady: string[] = [];
const count = (well: boolean) => (well ? passed++ : failed++);

await runTool('Types that SvelteKit generates', 'svelte-kit', ['sync']);
const checks = await runToolsTogether([
  ['Lint', 'eslint', ['.', '--max-warnings', '0']],
  ['What nothing uses', 'knip', ['--no-progress', '--config', 'tests/architecture/knip.jsonc']],
  ['Spelling', 'cspell', ['lint', '--quiet', '--config', 'tests/architecture/cspell.jsonc']],
  ['Types', 'svelte-check', ['--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'human']]
]);
checks.forEach(count);
for (const group of GROUPS) {
  const lacking = group.needs.filter((program) => absent.includes(program));
  if (lacking.length > 0) {
    notRun.push(
      `tests of ${group.name}: ${lacking.join(', ')} not found (Debian: apt-get install ${lacking.join(' ')})`
    );
    continue;
  }
  const counts = await runTests(group);
  passed += counts.passed;
  failed += counts.failed;
  unsteady.push(...counts.unsteady);
}

say('');
const validators = absent.filter((program) => program !== 'chromium');
if (validators.length > 0) say(`Missing, so that tests failed which need them: ${validators.join(', ')}`);
for (const test of unsteady) say(`UNSTEADY, passed at the second attempt: ${test}`);
for (const line of notRun) say(`NOT RUN: ${line}`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
