import { expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import type { AnalysisRequest } from '../types.ts';
import { coveragePercent } from './statement.ts';

const request = (factor: number): AnalysisRequest => ({
  points: [0, 1, 2].map((value) => ({ reference: value, measured: value })),
  fit: { model: 'none' },
  unit: 'V',
  uncertainty: { coverage_factor: factor, reference_standard: { expanded_uncertainty: 0.1, coverage_factor: 2 } },
  conformity: { tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }], rule: 'simple_acceptance' }
});

test('a probability that would round to 100 % is stated as more than 99.99 %, in every language', () => {
  const { statement } = analyze(request(5)).conformity ?? {};
  expect(statement?.en).toMatch(/coverage probability p > 99\.99 %\.$/u);
  expect(statement?.de).toMatch(/Überdeckungswahrscheinlichkeit p > 99,99 %\.$/u);
  expect(statement?.fr).toMatch(/probabilité de couverture p > 99,99 %\.$/u);
  expect(statement?.es).toMatch(/probabilidad de cobertura p > 99,99 %\.$/u);
});

test('any other has two decimals', () => {
  expect(analyze(request(3)).conformity?.statement.en).toMatch(/p = 99\.73 %\.$/u);
  expect([0.9545, 0.99, 0.99994, 0.99996].map((p) => coveragePercent(p))).toEqual([
    { isMore: false, digits: '95.45' },
    { isMore: false, digits: '99.00' },
    { isMore: false, digits: '99.99' },
    { isMore: true, digits: '99.99' }
  ]);
});

test('a range may end there: a capability keeps its 95.45 %', () => {
  const { uncertainty, ...rest } = request(5);
  const contributions = [
    { name: 'c', type: 'B', distribution: 'normal', value: 5, value_kind: 'percent_of_reading', acts_on: 'corrected' }
  ] as const;
  const result = analyze({ ...rest, uncertainty: { ...uncertainty, cmc: 0.3, contributions } });
  expect(result.conformity?.statement.en).toContain('p = 95.45 to > 99.99 %.');
});

test('only errors that were judged count: a point that nothing proves may have another factor', () => {
  const { conformity } = analyze({
    points: [
      { reference: 0.01, measured: 0 },
      { reference: 10.02, measured: 10 }
    ],
    verification_points: [{ reference: 20, measured: 20 }],
    fit: { model: 'linear' },
    unit: 'V',
    uncertainty: {
      coverage_factor: 2,
      contributions: [
        {
          name: 'Repeatability',
          source: 'repeatability',
          type: 'A',
          distribution: 'normal',
          value: 0.01,
          degrees_of_freedom: 4,
          acts_on: 'corrected'
        },
        {
          name: 'Drift',
          type: 'B',
          distribution: 'normal',
          value: 0.5,
          value_kind: 'percent_of_reading',
          acts_on: 'corrected'
        }
      ]
    },
    conformity: { tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }], rule: 'simple_acceptance', judge: 'as_left' }
  });
  expect(conformity?.statement.en).toMatch(/p = 95\.4\d %\.$/u);
});
