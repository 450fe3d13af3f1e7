import { describe, expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { bandFor, guardBandForPfa, worstPrior } from '#lib/metrology/conformity/target-pfa.ts';
import { globalRisk, guardBandForGlobalPfa, type Prior } from '#lib/metrology/conformity/global-risk.ts';
import { trapezoidFactor } from '#lib/metrology/distributions/trapezoid.ts';
import type { ConformityRequest, DecisionRule, Judgement } from '#lib/metrology/types.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

/** An error of zero with standard uncertainty u and U = 2u, judged against ±1. */
function judged(u: number, conformity: Partial<ConformityRequest> & { rule: DecisionRule }): Judgement {
  const result = analyze({
    points: [{ reference: 0, measured: 0 }],
    fit: { model: 'none' },
    uncertainty: {
      coverage_factor: 2,
      contributions: [{ name: 'all', type: 'B', distribution: 'normal', value: u, acts_on: 'corrected' }]
    },
    conformity: { tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }], ...conformity }
  });
  const judgement = result.points[0]?.as_found;
  if (judgement === null || judgement === undefined) throw new Error('The point was not judged.');
  return judgement;
}

type Factors = { expected: { factors: { TUR: number; rss: number; method6: number }[] } };
describe.each(casesFor<Factors>('guard-band-factors'))('$id', ({ truth: { expected } }) => {
  test.each(expected.factors)('TUR $TUR: the acceptance limits of methods 5 and 6 agree', ({ TUR, rss, method6 }) => {
    const u = 1 / TUR / 2;
    expectClose(judged(u, { rule: 'rss' }).acceptance_upper, rss, 1e-12);
    expectClose(judged(u, { rule: 'dobbert_6' }).acceptance_upper, method6, 1e-12);
    expectClose(judged(u, { rule: 'z540_tur4' }).acceptance_upper, TUR >= 4 ? 1 : rss, 1e-12);
  });
});

type Table = {
  inputs: { target_PFA: number };
  expected: { computed: { TUR: number; itp_worst: number; max_PFA: number; M_for_2pct: number }[] };
  tolerance: { abs_PFA: number; abs_M: number };
};
describe.each(casesFor<Table>('guard-band-table'))('$id', ({ truth: { inputs, expected, tolerance } }) => {
  test.each(expected.computed)('TUR $TUR: the worst risk and the guard band for the target agree', (row) => {
    const ratio = 1 / row.TUR / 2;
    const worst = worstPrior(ratio);
    expect(Math.abs(worst.pfa - row.max_PFA)).toBeLessThan(tolerance.abs_PFA * 1e-2);
    const band = bandFor(inputs.target_PFA, ratio, worst.sd, -1);
    expect(Math.abs(band * row.TUR - row.M_for_2pct)).toBeLessThan(tolerance.abs_M);
    const width = 1 - (judged(ratio, { rule: 'target_pfa', target_pfa: inputs.target_PFA }).acceptance_upper ?? 0);
    expect(width).toBeCloseTo(Math.max(0, band), 12);
    expect(guardBandForPfa(inputs.target_PFA, 5, 5 * ratio)).toBeCloseTo(5 * Math.max(0, band), 8);
  });
});

test('guard_band_risk: at the acceptance limit exactly the asked risk is left, one-sided, two-sided and for few readings', () => {
  const run = (lower: number | null, value: number, p: number, nu: number | null): Judgement => {
    const result = analyze({
      points: [{ reference: 0, measured: value }],
      fit: { model: 'none' },
      uncertainty: {
        contributions: [
          { name: 'all', type: 'B', distribution: 'normal', value: 0.3, acts_on: 'corrected', degrees_of_freedom: nu }
        ]
      },
      conformity: {
        rule: 'guard_band_risk',
        max_false_accept: p,
        tolerance: [{ kind: 'absolute', lower, upper: 1 }]
      }
    });
    const judgement = result.points[0]?.as_found;
    if (judgement === null || judgement === undefined) throw new Error('The point was not judged.');
    return judgement;
  };
  for (const lower of [null, -1, -10]) {
    for (const nu of [null, 4]) {
      const limit = run(lower, 0, 0.05, nu).acceptance_upper ?? Number.NaN;
      const at = run(lower, limit - 1e-12, 0.05, nu);
      expect(at.verdict).toBe('pass');
      expect(at.false_accept_risk).toBeCloseTo(0.05, 9);
      expect(run(lower, limit + 1e-9, 0.05, nu).verdict).toBe('fail');
    }
  }
  expect(run(-0.1, 0.45, 0.01, null).verdict).toBe('fail');
});

describe('global risks', () => {
  type Risks = { PFA: number; PFR: number; p_conform: number; p_accept: number; CPFA: number };
  type Resistors = {
    inputs: { prior: { mean: number; sd: number }; u_m: number; TL: number; TU: number; acceptance: [number, number] };
    expected: { guarded: Risks; simple_acceptance: Risks };
  };

  test.each(casesFor<Resistors>('global-risk'))('$id', ({ truth: { inputs, expected } }) => {
    const prior: Prior = { kind: 'normal', ...inputs.prior };
    const tolerance = { lower: inputs.TL, upper: inputs.TU };
    const guarded = { lower: inputs.acceptance[0], upper: inputs.acceptance[1] };
    for (const [limits, truth] of [
      [guarded, expected.guarded],
      [tolerance, expected.simple_acceptance]
    ] as const) {
      const risk = globalRisk(prior, inputs.u_m, tolerance, limits);
      expect(Math.abs(risk.pfa - truth.PFA)).toBeLessThan(1e-11);
      expect(Math.abs(risk.pfr - truth.PFR)).toBeLessThan(1e-11);
      expect(Math.abs(risk.conforming - truth.p_conform)).toBeLessThan(1e-11);
      expect(Math.abs(risk.accepted - truth.p_accept)).toBeLessThan(1e-11);
      expect(Math.abs((risk.cpfa ?? 0) - truth.CPFA)).toBeLessThan(1e-10);
    }
  });

  type Bearing = {
    inputs: { prior: { shape: number; scale: number }; u_m: number; TL: number; TU: number; target_PFA: number };
    expected: { computed: { nonconforming: number; PFA: number; PFR: number; guard_band_upper_only: number } };
  };

  test('F_jcgm106_bearing_gamma: risks and the guard band for the target', () => {
    const { inputs, expected } = truthCase<Bearing>('F_jcgm106_bearing_gamma');
    const prior: Prior = { kind: 'gamma', shape: inputs.prior.shape, scale: inputs.prior.scale };
    const tolerance = { lower: null, upper: inputs.TU };
    const risk = globalRisk(prior, inputs.u_m, tolerance, tolerance);
    expect(Math.abs(1 - risk.conforming - expected.computed.nonconforming)).toBeLessThan(1e-11);
    expect(Math.abs(risk.pfa - expected.computed.PFA)).toBeLessThan(1e-9);
    const band = guardBandForGlobalPfa(prior, inputs.u_m, tolerance, inputs.target_PFA);
    expect(Math.abs((band ?? 0) - expected.computed.guard_band_upper_only)).toBeLessThan(1e-7);
  });

  test('G_suncal_manual_risk', () => {
    type Case = { expected: { computed: [number, number, [number, number], number, number, number, number] } };
    const truth = truthCase<Case>('G_suncal_manual_risk').expected.computed;
    const centred = { lower: -1, upper: 1 };
    // An in-tolerance probability of 90 % is a standard deviation of 1/1.6448…
    const prior: Prior = { kind: 'normal', mean: 0, sd: 1 / 1.6448536269514722 };
    expect(Math.abs(globalRisk(prior, 1 / 6, centred, centred).pfa - truth[0])).toBeLessThan(1e-10);
    const guarded = globalRisk(prior, 1 / 6, centred, { lower: -0.9, upper: 0.9 });
    expect(Math.abs(guarded.pfa - truth[1])).toBeLessThan(1e-10);
    const tolerance = { lower: 9, upper: 10 };
    const shifted: Prior = { kind: 'normal', mean: 9.5, sd: 0.3 };
    const risk = globalRisk(shifted, 0.1, tolerance, tolerance);
    expect(Math.abs(risk.pfa - truth[2][0])).toBeLessThan(1e-10);
    expect(Math.abs(risk.pfr - truth[2][1])).toBeLessThan(1e-10);
    expect(Math.abs((guardBandForGlobalPfa(shifted, 0.1, tolerance, 0.005) ?? 0) - truth[3])).toBeLessThan(1e-8);
    const gamma: Prior = { kind: 'gamma', shape: 4, scale: 0.25 };
    const upper = { lower: null, upper: 1.75 };
    expect(Math.abs(globalRisk(gamma, 0.1, upper, { lower: 0, upper: 1.75 }).pfa - truth[4])).toBeLessThan(1e-7);
    const wide: Prior = { kind: 'normal', mean: 0, sd: 4 };
    const band = guardBandForGlobalPfa(wide, 2, { lower: -8, upper: 8 }, 0.01);
    expect(Math.abs((band ?? 0) - truth[6])).toBeLessThan(1e-8);
  });
});

type Trapezoids = {
  expected: { trapezoid: { p: number; beta: number; k: number; valid: boolean }[]; rect: number[] };
  inputs: { rect: number[] };
};
describe.each(casesFor<Trapezoids>('trapezoids'))('$id', ({ truth: { inputs, expected } }) => {
  test('every coverage factor of a trapezoid agrees where the formula holds', () => {
    for (const { p, beta, k, valid } of expected.trapezoid) if (valid) expectClose(trapezoidFactor(p, beta), k, 1e-13);
    inputs.rect.forEach((p, i) => expectClose(trapezoidFactor(p, 1), expected.rect[i] ?? Number.NaN, 1e-13));
  });

  test('a budget that one rectangle or two dominate uses them, and the probability of conformity their density', () => {
    const run = (halves: number[], normal: number): ReturnType<typeof analyze> =>
      analyze({
        points: [{ reference: 0, measured: 0 }],
        fit: { model: 'none' },
        uncertainty: {
          coverage_method: 'ea_dominant',
          coverage_probability: 0.95,
          contributions: [
            ...halves.map((value, i) => ({
              name: `r${i}`,
              type: 'B' as const,
              distribution: 'rectangular' as const,
              value,
              acts_on: 'corrected' as const
            })),
            { name: 'n', type: 'B', distribution: 'normal', value: normal, acts_on: 'corrected' }
          ]
        },
        conformity: { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -2, upper: 2 }] }
      });
    expectClose(run([1], 0.01).coverage_factor, 0.95 * Math.sqrt(3), 1e-13);
    const table = expected.trapezoid.find(({ p, beta }) => p === 0.95 && beta === 0.5);
    expectClose(run([1.5, 0.5], 0.01).coverage_factor, table?.k ?? Number.NaN, 1e-13);
    expectClose(run([1], 1).coverage_factor, 1.959963984540054, 1e-12);
    // A rectangle of half-width one never reaches a limit of two.
    expect(run([1], 0.001).points[0]?.as_found?.probability_of_conformity).toBe(1);
  });
});

test('a guard band is zero exactly where the worst population needs none, and the risk rises with the ratio', () => {
  let before = 0;
  for (let ratio = 0.001; ratio < 1; ratio += ratio < 0.2 ? 0.0037 : 0.05) {
    const { pfa, sd } = worstPrior(ratio);
    for (const target of [0.02, 0.005]) {
      expect(guardBandForPfa(target, 1, ratio)).toBe(pfa <= target ? 0 : bandFor(target, ratio, sd));
    }
    expect(pfa).toBeGreaterThan(before);
    before = pfa;
  }
});
