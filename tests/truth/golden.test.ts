import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analysisResultSchema } from '#lib/contracts/analysis-result.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import { ENGINE } from '#lib/metrology/engine.ts';
import { MODELS } from '#lib/metrology/types.ts';
import { goldenCases } from './golden-cases.ts';

// golden.browser.test.ts holds Chromium to the same texts.
test.each(goldenCases())('$name: a stored request gives its stored result to the last bit', ({ request, result }) => {
  const text = JSON.stringify(analyze(request));
  expect(text).toBe(result);
  expect(analysisResultSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

test('the engine has the version of the product', () => {
  expect((JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version).toBe(ENGINE);
});

test('the stored results are of this engine, and every model has one', () => {
  const cases = goldenCases();
  for (const { result } of cases) expect((JSON.parse(result) as { engine: string }).engine).toBe(ENGINE);
  const models = new Set(cases.map(({ request }) => request.fit.model));
  expect(MODELS.filter((model) => !models.has(model))).toEqual([]);
});
