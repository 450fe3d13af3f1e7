import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { analysisResultSchema } from '#lib/contracts/analysis.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';

type Stored = { request: AnalysisRequest; result: unknown };

function stored<T>(name: string): T {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, name), 'utf8')) as T;
}

// Compared as text, because that is how results travel; a change of a file must be a deliberate change of the engine.
test('a stored request gives its stored result to the last bit', () => {
  const golden = stored<Stored>('golden_analysis.json');
  expect(JSON.stringify(analyze(golden.request))).toBe(JSON.stringify(golden.result));
});

const models = stored<Stored[]>('golden_models.json');

test.each(models.map((golden) => ({ ...golden, name: golden.request.fit.model })))(
  '$name: the stored result of this model, with trials and inverse values, comes out to the last bit',
  ({ request, result }) => {
    const text = JSON.stringify(analyze(request));
    expect(text).toBe(JSON.stringify(result));
    expect(analysisResultSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
  }
);
