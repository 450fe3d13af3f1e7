import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { runTool } from './run-step.ts';

export type Counts = { readonly passed: number; readonly failed: number };

/** Groups that may not run beside each other: each starts servers of its own, and the browser wants the machine for itself. */
export const GROUPS = [
  { name: 'units and database', projects: ['unit', 'postgres'], needs: [] },
  { name: 'the running server', projects: ['api'], needs: [] },
  { name: 'the browser', projects: ['e2e'], needs: ['chromium'] }
] as const;

/** Runs vitest on some projects. A run that broke before it could count is one failure. */
export async function runTests(name: string, projects: readonly string[]): Promise<Counts> {
  const report = join(ROOT, 'tests/.output', `${projects.join('-')}.json`);
  await rm(report, { force: true });
  const selected = projects.flatMap((project) => ['--project', project]);
  const well = await runTool(`Tests: ${name}`, 'vitest', [
    'run',
    ...selected,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`
  ]);
  const counted = await readFile(report, 'utf8').catch(() => null);
  if (counted === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(counted) as Report;
  // A test that did not run has not passed, nor has a file that could not be loaded.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0
  );
  const failed = numFailedTests + numPendingTests + numTodoTests + unloaded.length;
  return { passed: numPassedTests, failed: failed === 0 && !well ? 1 : failed };
}

type Report = Readonly<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>> & {
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
};
