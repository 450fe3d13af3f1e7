import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { countsOf, readReport, withSecondAttempt, type Counts, type Report } from './count-tests.ts';
import { runTool } from './run-step.ts';

/**
 * Groups that do not run in parallel: the second has its own servers and browsers, which need the whole machine. If
 * `attempts` is 2, a failed file runs once more, alone, because the timing of browsers and of cut connections depends on
 * how busy the machine is. A file that fails twice has failed; one that passes the second time is listed at the end as unsteady.
 */
export const GROUPS = [
  { name: 'units and database', projects: ['unit', 'postgres'], attempts: 2 },
  { name: 'the running server and the browser', projects: ['api', 'e2e'], attempts: 2 }
] as const;
export type Group = { readonly name: string; readonly projects: readonly string[]; readonly attempts: number };
/** Programs without which a project cannot run. */
export const NEEDED_BY: Readonly<Record<string, readonly string[]>> = { e2e: ['chromium'] };
/** If more files than this fail, a second attempt would not help. */
const MOST_SECOND_ATTEMPTS = 6;

/** Runs vitest on some projects, without the files that are `waiting`. A run that ended before it could count is one failure. */
export async function runTests({ name, projects, attempts }: Group, waiting: readonly string[]): Promise<Counts> {
  const first = await runOnce(`Tests: ${name}`, projects, [], waiting);
  const failed = first.report?.failedFiles ?? [];
  const again = attempts === 2 && failed.length > 0 && failed.length <= MOST_SECOND_ATTEMPTS;
  if (first.report === null || !again) return countsOf(first.report, first.well);
  const second = await runOnce(`Tests: ${name}, second attempt of what failed`, projects, failed, waiting);
  return withSecondAttempt(first.report, second.report);
}

async function runOnce(
  title: string,
  projects: readonly string[],
  files: readonly string[],
  waiting: readonly string[]
): Promise<{ readonly well: boolean; readonly report: Report | null }> {
  const path = join(ROOT, 'tests/.output', `${projects.join('-')}${files.length > 0 ? '-again' : ''}.json`);
  await rm(path, { force: true });
  const selected = projects.flatMap((project) => ['--project', project]);
  const left = waiting.flatMap((file) => ['--exclude', file]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const well = await runTool(title, 'vitest', ['run', ...selected, ...reporters, ...left, ...files]);
  const text = await readFile(path, 'utf8').catch(() => null);
  return { well, report: text === null ? null : readReport(text) };
}
