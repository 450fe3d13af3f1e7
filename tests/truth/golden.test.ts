import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';

const golden = JSON.parse(readFileSync(resolve(import.meta.dirname, 'golden_analysis.json'), 'utf8')) as {
  request: AnalysisRequest;
  result: unknown;
};

test('a stored request gives its stored result to the last bit', () => {
  // Compared as text, because that is how results travel; a change of the file must be a deliberate change of the engine.
  expect(JSON.stringify(analyze(golden.request))).toBe(JSON.stringify(golden.result));
});
