/** A third of the 60 runs of the campaign that every `npm test` makes: those of one kind of installation, beside the others. */
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { KINDS, type Kind } from '../../campaign/world.ts';

const RUNS = 60;

/** The same runs as `npm run campaign -- --seed 2026 --runs 60` makes of this kind. */
export function testShare(kind: Kind): void {
  const runs = RUNS / KINDS.length;
  const share = ['--kind', kind, '--from', `${KINDS.indexOf(kind) * runs}`, '--runs', `${runs}`];
  test(`${runs} runs of the campaign, ${kind}: nothing is lost, nothing ends, nobody hangs`, async () => {
    const { code, output } = await new Promise<{ code: number | null; output: string }>((done) => {
      const running = execFile(
        process.execPath,
        ['--import', 'tsx', 'tests/campaign/run.ts', '--seed', '2026', ...share, '--untimed'],
        { env: { PATH: process.env['PATH'], HOME: process.env['HOME'] }, maxBuffer: 64 * 1024 * 1024 },
        (_error, stdout, stderr) => done({ code: running.exitCode, output: stdout + stderr })
      );
    });
    expect(output).toContain('Everything came right.');
    expect(output.match(new RegExp(`^${kind} \\d+ `, 'gm'))?.length).toBeGreaterThanOrEqual(runs);
    expect(code).toBe(0);
  }, 1_200_000);
}
