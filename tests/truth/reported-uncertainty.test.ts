import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import {
  DECISION_RULES,
  type AnalysisRequest,
  type Capability,
  type DecisionRule,
  type Judgement
} from '#lib/metrology/types.ts';
import { roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import { casesFor } from './readers.ts';
import { expectClose } from './truth-case.ts';

type Case<Expected> = {
  readonly inputs: { readonly request: AnalysisRequest };
  readonly expected: Expected;
  readonly tolerance: { readonly rel: number };
};

/** The judgement of the only point, as found. */
function judgementOf(request: AnalysisRequest): Judgement {
  const judgement = analyze(request).points[0]?.as_found;
  if (judgement === null || judgement === undefined) throw new Error('The point was not judged.');
  return judgement;
}

type Floor = Case<{ U: number; U_over_k: number }>;
test.each(casesFor<Floor>('capability'))('$id: U, k and u of the capability', ({ truth }) => {
  const { inputs, expected, tolerance } = truth;
  const { expanded_uncertainty: expanded, coverage_factor: k, ...result } = analyze(inputs.request);
  expectClose(expanded, expected.U, tolerance.rel);
  expectClose(expanded / k, expected.U_over_k, tolerance.rel);
  expect(result.combined_standard_uncertainty).toBe(expanded / k);
  expect(result.effective_degrees_of_freedom).toBeNull();
});

type Freedom = Case<{ k_max: number; U_max: number }>;
test.each(casesFor<Freedom>('negative-correlation'))('$id: ν is not below the smallest involved', ({ truth }) => {
  const { inputs, expected, tolerance } = truth;
  const result = analyze(inputs.request);
  expect(result.coverage_factor).toBeLessThanOrEqual(expected.k_max * (1 + tolerance.rel));
  expect(result.expanded_uncertainty).toBeLessThanOrEqual(expected.U_max * (1 + tolerance.rel));
  expect(result.coverage_factor).toBeGreaterThan(2);
});

type Ratio = Case<{ tur: number; acceptance_upper: number; verdict: string }>;
test.each(casesFor<Ratio>('ratio'))('$id: the test uncertainty ratio is by U for 95 %', ({ truth }) => {
  const { inputs, expected, tolerance } = truth;
  const judgement = judgementOf(inputs.request);
  expectClose(judgement.tur, expected.tur, tolerance.rel);
  expectClose(judgement.acceptance_upper, expected.acceptance_upper, tolerance.rel);
  expect(judgement.verdict).toBe(expected.verdict);
});

/** A line through scattered points under every rule, with a capability that is now above and now below k·u. */
const requests = fc.record({
  rule: fc.constantFrom(...DECISION_RULES),
  cmc: fc.oneof(
    fc.double({ min: 0, max: 3, noNaN: true }),
    fc.record({ a: fc.double({ min: 0, max: 2, noNaN: true }), b: fc.double({ min: 0, max: 0.05, noNaN: true }) })
  ),
  scatter: fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 6, maxLength: 12 }),
  u: fc.double({ min: 0.01, max: 1, noNaN: true }),
  p: fc.constantFrom(0.9, 0.95, 0.9545, 0.99)
});

type Input = {
  readonly rule: DecisionRule;
  readonly cmc: Capability;
  readonly scatter: readonly number[];
  readonly u: number;
  readonly p: number;
};

function requestOf({ rule, cmc, scatter, u, p }: Input) {
  return {
    points: scatter.map((off, i) => ({ reference: 10 * i - 20, measured: 10 * i - 20 + off })),
    fit: { model: 'linear' },
    uncertainty: {
      cmc,
      coverage_probability: p,
      contributions: [
        { name: 'bath', type: 'B', distribution: 'normal', value: u, acts_on: 'corrected', degrees_of_freedom: 4 }
      ]
    },
    conformity: { rule, tolerance: [{ kind: 'absolute', lower: -4, upper: 4 }] },
    evaluate_at: [0, 12.5],
    inverse_at: [5]
  } satisfies AnalysisRequest;
}

const floorAt = (cmc: Capability, value: number): number =>
  typeof cmc === 'number' ? cmc : cmc.a + cmc.b * Math.abs(value);

describe('U is never below the capability', () => {
  test('in any point, judgement, value, rule or head of a result, and U is k·u everywhere', () => {
    fc.assert(
      fc.property(requests, (input) => {
        const result = analyze(requestOf(input));
        for (const point of result.points) {
          const floor = floorAt(input.cmc, point.reference);
          for (const found of [point, point.as_found, point.as_left]) {
            expect(found?.expanded_uncertainty).toBeGreaterThanOrEqual(floor);
          }
          expect(point.expanded_uncertainty).toBeCloseTo(point.k * point.u_combined, 12);
          // A ratio made with less than the capability would be greater.
          if (floor > 0)
            expect(point.as_left?.tur).toBeLessThanOrEqual(
              (8 / (2 * floor)) * (1 + 1e-12) * (input.p > 0.9545 ? 3 : 1)
            );
        }
        for (const value of result.evaluated ?? []) {
          expect(value.expanded_uncertainty).toBeGreaterThanOrEqual(floorAt(input.cmc, value.corrected));
        }
        const head = Math.max(...result.points.map(({ reference }) => floorAt(input.cmc, reference)));
        expect(result.expanded_uncertainty).toBeGreaterThanOrEqual(head);
        expect(result.expanded_uncertainty).toBeCloseTo(
          result.coverage_factor * result.combined_standard_uncertainty,
          12
        );
      }),
      { numRuns: 40 }
    );
  }, 30_000);

  test('in the next link of the chain: what is taken over as reference gives no smaller U', () => {
    fc.assert(
      fc.property(requests, (input) => {
        const first = analyze(requestOf({ ...input, p: 0.9545 }));
        const next = analyze({
          points: [{ reference: 1, measured: 1 }],
          fit: { model: 'none' },
          uncertainty: {
            reference_standard: {
              expanded_uncertainty: first.expanded_uncertainty,
              coverage_factor: first.coverage_factor,
              degrees_of_freedom: first.effective_degrees_of_freedom
            }
          }
        });
        expect(next.expanded_uncertainty).toBeGreaterThanOrEqual(first.expanded_uncertainty * (1 - 1e-12));
      }),
      { numRuns: 40 }
    );
  }, 30_000);

  test('what the rules draw the limits in by is made with it', () => {
    for (const rule of ['guard_band', 'non_binary', 'rss', 'dobbert_6', 'target_pfa', 'guard_band_risk'] as const) {
      const input = { rule, scatter: [0, 0.01, 0, -0.01, 0, 0.01], u: 0.01, p: 0.9545 };
      const without = analyze(requestOf({ ...input, cmc: 0 })).points[2]?.as_left;
      const capable = analyze(requestOf({ ...input, cmc: 2.5 })).points[2]?.as_left;
      expect(capable?.acceptance_upper, rule).toBeLessThan((without?.acceptance_upper ?? 0) - 0.1);
      expect(capable).toMatchObject({ expanded_uncertainty: 2.5, k: 2, tur: 8 / 5 });
    }
  });
});

type Stated = Case<{ statement_contains: string; U_of_as_found: number }>;
describe.each(casesFor<Stated>('statement'))('$id', ({ truth: { inputs, expected } }) => {
  const result = analyze(inputs.request);
  const statement = result.conformity?.statement;

  test('the statement gives U and k of the errors judged', () => {
    expect(statement?.en).toContain(expected.statement_contains);
    expectClose(result.points[0]?.as_found?.expanded_uncertainty, expected.U_of_as_found, 1e-9);
    const rounded = roundUncertainty(expected.U_of_as_found).text;
    expect(statement?.en).toContain(`U = ${rounded} kPa`);
    expect(statement?.de).toContain(`U = ${rounded.replace('.', ',')} kPa`);
  });

  test('where they differ from point to point, it gives their range', () => {
    const { conformity } = inputs.request;
    if (conformity === undefined) throw new Error('The request has no decision to make.');
    const left = analyze({ ...inputs.request, conformity: { ...conformity, judge: 'as_left' } });
    const factors = left.points.map(({ k }) => k.toFixed(2)).sort();
    expect(left.conformity?.statement.en).toContain(`k = ${factors[0]} to ${factors.at(-1)}`);
    expect(left.conformity?.statement.fr).toContain(` à ${factors.at(-1)?.replace('.', ',')}`);
  });
});

test('a Poisson count N is a gamma distribution of shape N + 1: u = √(N + 1), 1 without any count', () => {
  for (const count of [0, 1, 399]) {
    const result = analyze({
      points: [{ reference: 0, measured: 0 }],
      fit: { model: 'none' },
      uncertainty: {
        contributions: [{ name: 'n', type: 'B', distribution: 'poisson', value: count, acts_on: 'corrected' }],
        monte_carlo: { trials: 100_000, seed: 3 }
      }
    });
    expectClose(result.combined_standard_uncertainty, Math.sqrt(count + 1), 1e-15);
    expectClose(result.monte_carlo?.standard_uncertainty, Math.sqrt(count + 1), 0.02);
  }
});
