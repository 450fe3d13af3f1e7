import { ESLint } from 'eslint';
import { expect, test, vi } from 'vitest';

// The first text also loads the configuration, with the whole of TypeScript.
vi.setConfig({ testTimeout: 60_000 });

/** Lints a text as if it were the file, with the repository's own configuration. @returns the rules that it breaks. */
const eslint = new ESLint();
async function rulesBrokenIn(file: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: file });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

const IMPURE = [
  ['the clock', 'export const now = Date.now();\n', 'no-restricted-properties'],
  ['the clock in a date', 'export const now = new Date();\n', 'no-restricted-syntax'],
  ['the processor’s clock', 'export const now = performance.now();\n', 'no-restricted-globals'],
  ['chance', 'export const any = Math.random();\n', 'no-restricted-properties'],
  ['random bytes', 'export const any = crypto.randomUUID();\n', 'no-restricted-globals'],
  ['the network', "export const answer = fetch('/');\n", 'no-restricted-globals'],
  ['the console', "console.log('here');\n", 'no-console']
] as const;
const FOLDERS = ['metrology', 'laboratory', 'contracts', 'records', 'numbers', 'worksheet'] as const;

test.each(IMPURE)('a pure folder does not use %s', async (_what, text, rule) => {
  for (const folder of FOLDERS) {
    expect(await rulesBrokenIn(`src/lib/${folder}/example.ts`, text), folder).toEqual([rule]);
  }
  expect(await rulesBrokenIn('sync/protocol/example.ts', text)).toEqual([rule]);
});

test('what is given to a pure folder is used freely, and others have a clock', async () => {
  expect(await rulesBrokenIn('src/lib/laboratory/example.ts', 'export const day = new Date(0);\n')).toEqual([]);
  expect(await rulesBrokenIn('src/lib/server/jobs/example.ts', 'export const now = Date.now();\n')).toEqual([]);
});
