import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analysisResultSchema } from '#lib/contracts/analysis-result.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { ENGINE } from '#lib/metrology/engine.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import { goldenCases } from './golden-cases.ts';

// golden.browser.test.ts holds Chromium to the same texts.
test.each(goldenCases())('$name: a stored request gives its stored result to the last bit', ({ request, result }) => {
  const text = JSON.stringify(analyze(request));
  expect(text).toBe(result);
  expect(analysisResultSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

test('the engine names the version of the product, and its own', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(ENGINE.replace(/\+[1-9]\d*$/u, '')).toBe(version);
});

test('the stored results are of this engine, and every model has one', () => {
  const cases = goldenCases();
  for (const { result } of cases) expect((JSON.parse(result) as { engine: string }).engine).toBe(ENGINE);
  const models = new Set(cases.map(({ request }) => request.fit.model));
  expect(MODELS.filter((model) => !models.has(model))).toEqual([]);
});
