import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { seedOfRun, chance } from '../campaign/chance.ts';
import { FAULTS } from '../campaign/faults/all.ts';

const SHARE = ['--seed', '2026', '--runs', '60', '--untimed'];

test('60 runs of the campaign: nothing is lost, nothing ends, nobody hangs', async () => {
  const { code, output } = await new Promise<{ code: number | null; output: string }>((done) => {
    const running = execFile(
      process.execPath,
      ['--import', 'tsx', 'tests/campaign/run.ts', ...SHARE],
      { env: { PATH: process.env['PATH'], HOME: process.env['HOME'] }, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => done({ code: running.exitCode, output: stdout + stderr })
    );
  });
  expect(output).toContain('Everything came right.');
  expect(code).toBe(0);
}, 1_200_000);

test('the same seed draws the same runs, and each fault has a name of its own', () => {
  const draw = (run: number) => {
    const drawn = chance(seedOfRun(2026, run));
    return [drawn.oneOf(FAULTS).name, drawn.between(0, 400), drawn.next()];
  };
  expect([0, 1, 2].map(draw)).toEqual([0, 1, 2].map(draw));
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
});
