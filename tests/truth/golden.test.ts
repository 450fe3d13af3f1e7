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
  // Text, because comparing numbers would take −0 for 0; the result of the file was checked line by line when it was stored.
  expect(JSON.stringify(analyze(golden.request))).toBe(JSON.stringify(golden.result));
});
