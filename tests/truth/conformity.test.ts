import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import type { ConformityRequest, Judgement } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';

/** One reading of an error with a known normal standard uncertainty, U = 2u. */
function judgeError(error: number, u: number, conformity: ConformityRequest): Judgement {
  const result = analyze({
    points: [{ reference: 0, measured: error }],
    fit: { model: 'none' },
    uncertainty: {
      coverage_factor: 2,
      contributions: [{ name: 'all', type: 'B', distribution: 'normal', value: u, acts_on: 'corrected' }]
    },
    conformity
  });
  const judgement = result.points[0]?.as_found;
  if (judgement === null || judgement === undefined) throw new Error('The point was not judged.');
  return judgement;
}

type Rules = { expected: { results: { rule: string; r: number; specific_risk_at_acceptance_limit: number }[] } };
describe.each(casesFor<Rules>('decision-rule'))('$id', ({ truth: { expected } }) => {
  test.each(expected.results)('$rule: a guard band of $r U leaves the stated risk at the acceptance limit', (row) => {
    const limit = 10;
    const u = 0.5;
    const error = limit - row.r * 2 * u;
    const judgement = judgeError(error, u, {
      rule: 'guard_band',
      guard_band_factor: row.r,
      tolerance: [{ kind: 'absolute', lower: null, upper: limit }]
    });
    expect(judgement.acceptance_upper).toBe(error);
    expect(judgement.verdict).toBe('pass');
    const risk = row.specific_risk_at_acceptance_limit;
    expect(Math.abs((judgement.false_accept_risk ?? Number.NaN) / risk - 1)).toBeLessThan(1e-9);
    expect(Math.abs(judgement.probability_of_conformity - (1 - risk))).toBeLessThan(1e-9);
  });

  test.each(expected.results)('$rule: an error just beyond the acceptance limit fails', (row) => {
    const judgement = judgeError(10 - row.r + 1e-9, 0.5, {
      rule: 'guard_band',
      guard_band_factor: row.r,
      tolerance: [{ kind: 'absolute', lower: null, upper: 10 }]
    });
    expect(judgement.verdict).toBe('fail');
    expect(judgement.false_accept_risk).toBeNull();
  });
});

type Interval = { label?: string; x: number; u: number; TL: number | null; TU: number | null };

function probability({ x, u, TL, TU }: Interval): number {
  return judgeError(x, u, { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: TL, upper: TU }] })
    .probability_of_conformity;
}

type Specific = {
  inputs: { cases: Interval[] };
  expected: { results?: { pc: number }[]; computed?: { risk: number }[] };
  tolerance: { abs: number };
};
describe.each(casesFor<Specific>('specific-risk'))('$id', ({ truth: { inputs, expected, tolerance } }) => {
  const conforming = inputs.cases.map((interval, i) => ({
    interval,
    pc: expected.results?.[i]?.pc ?? 1 - (expected.computed?.[i]?.risk ?? Number.NaN)
  }));

  test.each(conforming)('at $interval.x the probability of conformity is $pc', ({ interval, pc }) => {
    expect(Math.abs(probability(interval) - pc)).toBeLessThan(tolerance.abs);
  });
});
