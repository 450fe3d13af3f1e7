/**
 * Which long test files `npm test` leaves for another time. All of them take an hour on two processors, and nobody waits that long for a
 * commit: what is short and what `EVERY_TIME` names runs every time, the others take turns from commit to commit.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** After as many commits, each file has had its turn. */
export const TURNS = 16;

/** The way of a calibration, offline and online, the contract of the API, who may do and see what, and what survives faults. */
export const EVERY_TIME: readonly string[] = [
  'tests/e2e/story.test.ts',
  'tests/e2e/offline-work.test.ts',
  'tests/api/contract.test.ts',
  'tests/operations/campaign/embedded.test.ts',
  'tests/operations/campaign/external.test.ts',
  'tests/operations/campaign/several.test.ts',
  'tests/security/permission-matrix.pg.test.ts',
  'tests/security/row-level-security.pg.test.ts'
];

type Seconds = Readonly<Record<string, number>>;

/** How many seconds each test file takes that is not short, on two processors. */
export const readSeconds = (): Seconds =>
  JSON.parse(readFileSync(join(ROOT, 'tests/support/longest-files.json'), 'utf8')) as Seconds;

/** The files of each turn, so that every turn takes about as long as the others. */
export function dealOut(seconds: Seconds): readonly (readonly string[])[] {
  const turns = Array.from({ length: TURNS }, () => ({ files: [] as string[], seconds: 0 }));
  const longestFirst = Object.entries(seconds).toSorted(([, a], [, b]) => b - a);
  for (const [file, taken] of longestFirst) {
    if (EVERY_TIME.includes(file)) continue;
    const [shortest] = turns.toSorted((a, b) => a.seconds - b.seconds);
    shortest?.files.push(file);
    if (shortest) shortest.seconds += taken;
  }
  return turns.map(({ files }) => files);
}

/** @param turn 0 … TURNS − 1 @returns the files that have to wait if it is the turn of this number. */
export const filesThatWait = (seconds: Seconds, turn: number): readonly string[] =>
  dealOut(seconds).flatMap((files, number) => (number === turn ? [] : files));

/** The number of commits so far; 0 without a repository. */
export function countCommits(): number {
  try {
    return Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return 0;
  }
}
