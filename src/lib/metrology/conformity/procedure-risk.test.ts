import { describe, expect, test } from 'vitest';
import { analyze } from '../analyze.ts';
import { normalDensity, normalUpperTail } from '../distributions/normal.ts';
import { AnalysisRefusal } from '../refusal.ts';
import type { ConformityRequest, ProcedureRisk } from '../types.ts';
import { globalRisk } from './global-risk.ts';

/** Errors of the instruments against ±1, measured with u = 0.25 and U = 2u. */
function riskOf(conformity: Partial<ConformityRequest>, references = [0], u = 0.25): ProcedureRisk {
  const { conformity: found } = analyze({
    points: references.map((reference) => ({ reference, measured: reference })),
    fit: { model: 'none' },
    uncertainty: {
      coverage_factor: 2,
      contributions: [{ name: 'all', type: 'B', distribution: 'normal', value: u, acts_on: 'corrected' }]
    },
    conformity: {
      rule: 'simple_acceptance',
      tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }],
      ...conformity
    }
  });
  if (!found?.procedure_risk) throw new Error('No risk was found.');
  return found.procedure_risk;
}

function refusalOf(conformity: Partial<ConformityRequest>): [string, string] {
  try {
    riskOf(conformity);
  } catch (refused) {
    if (refused instanceof AnalysisRefusal) return [refused.code, refused.path.join('.')];
    throw refused;
  }
  return ['', ''];
}

test('without a population the procedure is not assessed', () => {
  expect(analyze(requestWithoutPopulation).conformity).not.toHaveProperty('procedure_risk');
});

const requestWithoutPopulation = {
  points: [{ reference: 0, measured: 0 }],
  fit: { model: 'none' },
  uncertainty: {},
  conformity: { rule: 'simple_acceptance', tolerance: [{ kind: 'absolute', lower: -1, upper: 1 }] }
} as const;

test('where nothing is judged, the risk is null', () => {
  const { conformity } = requestWithoutPopulation;
  const result = analyze({
    ...requestWithoutPopulation,
    conformity: { ...conformity, population: { standard_deviation: 1 } }
  });
  expect(result.conformity).toMatchObject({ as_found: null, procedure_risk: null });
});

test('with one limit and no guard band, PFA and PFR are those of two correlated normal quantities', () => {
  // P(X > 0, X + E < 0) = arctan(u/sd)/2π for zero means; Sheppard 1899, the quadrant of a bivariate normal distribution.
  for (const [sd, u] of [
    [1, 0.25],
    [3, 0.001],
    [0.01, 2]
  ] as const) {
    const found = globalRisk({ kind: 'normal', mean: 0, sd }, u, { lower: null, upper: 0 }, { lower: null, upper: 0 });
    const expected = Math.atan(u / sd) / (2 * Math.PI);
    expect(Math.abs(found.pfa / expected - 1)).toBeLessThan(1e-10);
    expect(Math.abs(found.pfr / expected - 1)).toBeLessThan(1e-10);
  }
});

test('a population that is wider than the uncertainty by a million is integrated as closely', () => {
  const [sd, u] = [1, 1e-6];
  const limits = { lower: -2, upper: 2 };
  const { pfa, pfr, conforming } = globalRisk({ kind: 'normal', mean: 0, sd }, u, limits, limits);
  const expected = (2 * normalDensity(2) * u) / Math.sqrt(2 * Math.PI);
  expect(Math.abs(pfa / expected - 1)).toBeLessThan(1e-5);
  expect(Math.abs(pfr / expected - 1)).toBeLessThan(1e-5);
  expect(conforming).toBeCloseTo(1 - 2 * normalUpperTail(2), 12);
});

test('u is that of the calibration, the limits those of its rule', () => {
  const population = { standard_deviation: 0.5 };
  const simple = riskOf({ population });
  expect(simple).toMatchObject({ point: 0, mean: 0, standard_deviation: 0.5 });
  expect(simple.standard_uncertainty).toBeCloseTo(0.25, 15);
  const banded = riskOf({ population, rule: 'guard_band' });
  expect(banded.pfa).toBeLessThan(simple.pfa / 10);
  expect(banded.pfr).toBeGreaterThan(simple.pfr);
  const [half, prior] = [0.5, { kind: 'normal', mean: 0, sd: 0.5 }] as const;
  const direct = globalRisk(prior, 0.25, { lower: -1, upper: 1 }, { lower: -half, upper: half });
  expect(banded.pfa).toBeCloseTo(direct.pfa, 15);
  expect(banded.cpfa).toBeCloseTo(banded.pfa / banded.accepted, 15);
});

test('a conditional pass accepts: non-binary, the risk is that of simple acceptance', () => {
  const population = { standard_deviation: 0.5, mean: 0.1 };
  expect(riskOf({ population, rule: 'non_binary' })).toEqual(riskOf({ population }));
});

test('a share in tolerance gives the standard deviation that leaves it there, about any mean inside', () => {
  for (const mean of [0, 0.6]) {
    const found = riskOf({ population: { mean, in_tolerance: 0.9 } });
    expect(found.conforming).toBeCloseTo(0.9, 12);
    expect(found.mean).toBe(mean);
  }
  expect(riskOf({ population: { in_tolerance: 0.954499736 } }).standard_deviation).toBeCloseTo(0.5, 8);
});

test('of several points it is the one whose U is largest against its tolerance; one without width is none', () => {
  const tolerance = [{ kind: 'percent_of_reading', lower: -1, upper: 1 }] as const;
  const found = riskOf({ tolerance, population: { in_tolerance: 0.95 } }, [0, 100, 50, 200]);
  expect(found.point).toBe(2);
  expect(found.standard_deviation).toBeCloseTo(0.5 / 1.959963985, 6);
});

describe('refused is', () => {
  test('a population without a spread, or with two', () => {
    const clash = { standard_deviation: 1, in_tolerance: 0.9 };
    expect(refusalOf({ population: {} })[0]).toBe('population_unclear');
    expect(refusalOf({ population: clash })[0]).toBe('population_unclear');
  });

  test('a share that no normal distribution has', () => {
    expect(refusalOf({ population: { mean: 1, in_tolerance: 0.9 } })).toEqual([
      'population_impossible',
      'conformity.population.mean'
    ]);
    const tolerance = [{ kind: 'absolute', lower: null, upper: 1 }] as const;
    expect(refusalOf({ tolerance, population: { in_tolerance: 0.4 } })).toEqual([
      'population_impossible',
      'conformity.population.in_tolerance'
    ]);
  });

  test('numbers that are none', () => {
    expect(refusalOf({ population: { standard_deviation: 0 } })[0]).toBe('not_positive');
    expect(refusalOf({ population: { in_tolerance: 1 } })[0]).toBe('out_of_range');
    expect(refusalOf({ population: { mean: Number.NaN, in_tolerance: 0.9 } })[0]).toBe('not_finite');
  });
});
