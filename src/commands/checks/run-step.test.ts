import { expect, test } from 'vitest';
import { runToolsBeside, type Tool } from './run-step.ts';

const tools: readonly Tool[] = [
  ['The version', 'prettier', ['--version']],
  ['A file that is missing', 'prettier', ['--check', 'no-such-file.ts']],
  ['The version again', 'prettier', ['--version']]
];

test.each([1, 2])(
  '%i at a time, tools are reported in their order, with what they said',
  async (atOnce) => {
    const outcomes = await runToolsBeside(tools, atOnce).ended();
    expect(outcomes.map(({ title, well }) => [title, well])).toEqual([
      ['The version', true],
      ['A file that is missing', false],
      ['The version again', true]
    ]);
    expect(outcomes[0]?.said).toMatch(/^\d+\.\d+/);
    expect(outcomes[1]?.said).toContain('no-such-file.ts');
  },
  60_000
);

test('more room lets the rest run at once', async () => {
  const beside = runToolsBeside(tools, 1);
  beside.widen(3);
  const outcomes = await beside.ended();
  expect(outcomes.map(({ well }) => well)).toEqual([true, false, true]);
}, 60_000);
