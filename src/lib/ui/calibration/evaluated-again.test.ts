import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { analysisRequest } from '../../../../tests/support/analysis-request.ts';
import { reevaluation } from './evaluated-again.ts';

type Frozen = { readonly name: string; readonly request: AnalysisRequest; readonly result: AnalysisResult };
const frozen = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../../tests/certificates/records-of-engine-3.6.1.json'), 'utf8')
) as readonly Frozen[];
const again = (name: string) => {
  const found = frozen.find((record) => record.name.startsWith(name));
  if (!found) throw new Error(`There is no frozen record "${name}".`);
  return reevaluation(found.result, analyze({ ...found.request, format: 2 }));
};

test('a record of today agrees with itself', () => {
  const result = analyze(analysisRequest());
  expect(reevaluation(result, analyze(analysisRequest()))).toMatchObject({ agrees: true, points: [], warnings: [] });
});

test('a record whose repeats nobody had declared: verdicts, U and the points that are judged otherwise are named', () => {
  const found = again('zero read again');
  expect(found).toMatchObject({ agrees: false, judgesOtherwise: true, changesUncertainty: true });
  expect(found.verdicts).toEqual([
    { fact: 'as_found', then: 'pass', now: 'fail' },
    { fact: 'as_left', then: 'pass', now: 'fail' }
  ]);
  expect(found.points.length).toBeGreaterThan(0);
  expect(found.points.every(({ then, now }) => then === 'pass' && now === 'fail')).toBe(true);
  expect(found.warnings.map(({ code }) => code)).toEqual(['resolution_left_out']);
});

test('a verdict that is withheld today counts as another one', () => {
  const found = again('no uncertainty at all');
  expect(found.verdicts[0]).toEqual({ fact: 'as_found', then: 'fail', now: null });
  expect(found.agrees).toBe(false);
  expect(found.points.some(({ now }) => now === null)).toBe(true);
});

test('a different U is reported without verdicts', () => {
  const found = again('three runs');
  expect(found).toMatchObject({ agrees: false, judgesOtherwise: false, changesUncertainty: true });
  expect(found.verdicts.every(({ then, now }) => then === now)).toBe(true);
});
