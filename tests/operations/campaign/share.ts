/** A third of the 60 runs of the campaign that every `npm test` makes: those of one kind of installation, beside the others. */
import { expect, test } from 'vitest';
import { KINDS, type Kind } from '../../campaign/world.ts';
import { runNode } from '../../support/run-command.ts';

const RUNS = 60;

/** The same runs as `npm run campaign -- --seed 2026 --runs 60` makes of this kind. */
export function testShare(kind: Kind): void {
  const runs = RUNS / KINDS.length;
  const share = ['--kind', kind, '--from', `${KINDS.indexOf(kind) * runs}`, '--runs', `${runs}`];
  test(`${runs} runs of the campaign, ${kind}: nothing is lost, nothing ends, nobody hangs`, async () => {
    const { code, output } = await runNode(
      ['--import', 'tsx', 'tests/campaign/run.ts', '--seed', '2026', ...share, '--untimed'],
      { PATH: process.env['PATH'], HOME: process.env['HOME'] }
    );
    expect(output).toContain('Everything came right.');
    expect(output.match(new RegExp(`^${kind} \\d+ `, 'gm'))?.length).toBeGreaterThanOrEqual(runs);
    expect(code).toBe(0);
  }, 1_200_000);
}
