import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { explainBudget, explainCoverage, explainFit, type Sentence } from './explanation.ts';

const request: AnalysisRequest = {
  points: [0, 20, 40, 60, 80, 100].map((x, i) => ({ reference: x, measured: x + 0.1 + 0.02 * ((i * 3) % 4) })),
  fit: { model: 'polynomial', degree: 'auto' },
  uncertainty: {
    resolution: 0.1,
    reference_standard: { expanded_uncertainty: 0.03, coverage_factor: 2 },
    contributions: [{ name: 'Bath', type: 'B', distribution: 'rectangular', value: 0.05, acts_on: 'corrected' }]
  }
};
const subject = (asked: AnalysisRequest) => ({
  request: asked,
  result: analyze(asked),
  unit: '°C',
  measuredUnit: '°C',
  language: 'en'
});

const words = (key: string): unknown =>
  key
    .split('.')
    .slice(1)
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], dictionary);
const dictionary = JSON.parse(readFileSync('src/lib/i18n/en/analysis.json', 'utf8')) as unknown;
const spoken = (sentences: readonly Sentence[]) =>
  sentences.forEach(({ key }) => expect(words(key), key).toBeTypeOf('string'));

test('every line of the budget says what it is and how it counts, the largest first, with its clause', () => {
  const about = subject(request);
  const lines = explainBudget(about);
  expect(lines).toHaveLength(about.result.budget.length);
  expect(lines.map(({ name }) => name)).toContain('Bath');
  const largest = [...about.result.budget].sort((a, b) => b.variance_share - a.variance_share)[0];
  expect(lines[0]?.name).toBe(largest?.name);
  for (const { sentences } of lines) {
    spoken(sentences);
    expect(sentences.every(({ clause }) => clause.startsWith('JCGM 100'))).toBe(true);
  }
});

test('the fit says its method, its degree, its scatter and where the uncertainty of its coefficients is from', () => {
  const keys = explainFit(subject(request)).map(({ key }) => key.replace('analysis.explain.', ''));
  expect(keys).toEqual(['method.ols', 'degree', 'scatter', 'covariance.scatter']);
  spoken(explainFit(subject(request)));
  expect(explainFit(subject({ ...request, fit: { model: 'none' } })).map(({ key }) => key)).toEqual([
    'analysis.explain.no_curve'
  ]);
});

test('coverage is stated as requested: by probability, factor, dominating rectangle or minimum', () => {
  const keys = (changes: Partial<AnalysisRequest['uncertainty']>) => {
    const sentences = explainCoverage(subject({ ...request, uncertainty: { ...request.uncertainty, ...changes } }));
    spoken(sentences);
    return sentences.map(({ key }) => key.replace('analysis.explain.', ''));
  };
  expect(keys({})).toEqual(['combined', 'freedom', 'factor', 'expanded']);
  expect(keys({ coverage_factor: 2 })).toContain('factor_stated');
  expect(keys({ coverage_method: 'ea_dominant' })).toContain('factor_dominant');
  expect(keys({ cmc: 5 })).toEqual(['floor', 'expanded']);
  expect(keys({ cmc: { a: 1, b: 1 } })).toEqual(['floor', 'expanded']);
  expect(keys({ cmc: 1e-9 })).not.toContain('floor');
  expect(keys({ correlations: [{ a: 'Bath', b: 'Reference standard', r: 0.5 }] })).toContain('combined_correlated');
});
