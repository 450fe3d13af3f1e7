import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { AnalysisRefusal } from './refusal.ts';
import { MODELS, modelOf } from './models/table.ts';
import {
  CONTRIBUTION_SOURCES,
  DECISION_RULES,
  DISTRIBUTIONS,
  VALUE_KINDS,
  type AnalysisRequest,
  type Contribution,
  type FitRequest,
  type Point
} from './types.ts';

/** Requests that use every field of the contract, from realistic readings to absurd ones. */
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const reading = fc.oneof(
  { weight: 12, arbitrary: fc.double({ min: 0.1, max: 100, noNaN: true }) },
  { weight: 3, arbitrary: fc.integer({ min: -2, max: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1e-12, 1e-9, 1e12, 1e-40, 4.2e40) }
);
const positive = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: 1e-3, max: 5, noNaN: true }) },
  fc.constantFrom(1e-12, 1e9)
);
const point: fc.Arbitrary<Point> = fc
  .record({
    measured: reading,
    error: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    wild: fc.boolean(),
    reference: reading,
    u_reference: optional(positive),
    u_measured: optional(positive),
    group: optional(fc.integer({ min: 0, max: 4 })),
    direction: optional(fc.constantFrom('up' as const, 'down' as const))
  })
  .map(({ error, wild, reference, ...given }) => ({
    ...given,
    reference: wild ? reference : given.measured * 1.01 + error
  }));
const run = (most: number) => fc.array(point, { minLength: 1, maxLength: most });

const contribution: fc.Arbitrary<Contribution> = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  source: optional(fc.constantFrom(...CONTRIBUTION_SOURCES)),
  type: fc.constantFrom('A' as const, 'B' as const),
  distribution: fc.constantFrom(...DISTRIBUTIONS),
  value: positive,
  value_kind: optional(fc.constantFrom(...VALUE_KINDS)),
  k: optional(fc.constantFrom(1, 2, 3)),
  beta: optional(fc.double({ min: 0, max: 1, noNaN: true })),
  acts_on: fc.constantFrom('measured' as const, 'corrected' as const),
  sensitivity: optional(fc.double({ min: -3, max: 3, noNaN: true })),
  degrees_of_freedom: optional(fc.double({ min: 0.6, max: 200, noNaN: true }))
});
const limit = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
  { weight: 1, arbitrary: fc.constant(null) }
);

const method = optional(fc.constantFrom('ols' as const, 'wls' as const, 'gdr' as const));
const fit: fc.Arbitrary<FitRequest> = fc.oneof(
  fc.record({ model: fc.constantFrom('linear' as const, 'logarithmic' as const, 'exponential' as const), method }),
  fc.record({
    model: fc.constantFrom(...MODELS.filter((model) => modelOf(model).options.every((option) => option === 'start')))
  }),
  fc.record({
    model: fc.constant('polynomial' as const),
    degree: optional(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('auto' as const))),
    method
  }),
  fc.record({
    model: fc.constant('rational' as const),
    numerator: fc.integer({ min: 0, max: 2 }),
    denominator: fc.integer({ min: 1, max: 2 })
  }),
  fc
    .constantFrom(
      { expression: 'a + b*y', start: [1, 1] },
      { expression: 'a*exp(-y/b)', start: [1, 50] },
      { expression: 'a*ln(y)+b/y', start: [1, 0] },
      { expression: 'a*y^b', start: [1, 1] },
      { expression: 'sqrt(a-y)*b', start: [200, 1] },
      { expression: 'a/(b-a)*y', start: [1, 2] }
    )
    .map((formula) => ({ model: 'custom' as const, ...formula }))
);

const request: fc.Arbitrary<AnalysisRequest> = fc.record({
  points: run(12),
  as_found_points: optional(run(4)),
  verification_points: optional(run(4)),
  fit,
  uncertainty: fc.record({
    coverage_probability: optional(fc.constantFrom(0.6827, 0.95, 0.9973, 0.999999)),
    coverage_method: optional(fc.constantFrom('student_t' as const, 'ea_dominant' as const)),
    dof_rounding: optional(fc.constantFrom('real' as const, 'truncate' as const)),
    resolution: optional(positive),
    count_resolution: optional(fc.boolean()),
    readings_averaged: optional(fc.integer({ min: 1, max: 20 })),
    cmc: optional(positive),
    reference_standard: optional(
      fc.record({
        expanded_uncertainty: positive,
        coverage_factor: fc.constantFrom(1, 2),
        degrees_of_freedom: optional(positive)
      })
    ),
    contributions: optional(fc.array(contribution, { maxLength: 4 })),
    correlations: optional(fc.constant([{ a: 'a', b: 'b', r: 0.5 }])),
    monte_carlo: fc.option(fc.record({ trials: fc.constant(1000), seed: fc.nat() }), { nil: undefined, freq: 1 })
  }),
  conformity: optional(
    fc.record({
      rule: fc.constantFrom(...DECISION_RULES),
      span: optional(positive),
      judge: optional(fc.constantFrom('as_found' as const, 'as_left' as const)),
      guard_band_factor: optional(fc.constantFrom(-0.5, 0, 1, 3)),
      max_false_accept: optional(fc.constantFrom(1e-6, 0.02, 0.5, 0.99)),
      target_pfa: optional(fc.constantFrom(1e-4, 0.02, 0.4)),
      tolerance: fc.array(fc.record({ kind: fc.constantFrom(...VALUE_KINDS), lower: limit, upper: limit }), {
        minLength: 1,
        maxLength: 2
      })
    })
  ),
  evaluate_at: optional(fc.array(reading, { maxLength: 2 })),
  inverse_at: optional(fc.array(reading, { maxLength: 1 })),
  unit: optional(fc.constantFrom('°C', 'kPa')),
  measured_unit: optional(fc.constantFrom('°C', 'Ω'))
});

/**
 * The fields of the points that the method and the other points require; without them nearly all requests are refused.
 */
function consistent(asked: AnalysisRequest, tame: boolean): AnalysisRequest {
  const { method } = asked.fit;
  const fits = (given: readonly Point[]): Point[] =>
    given.map(({ u_reference: ux = 0.1, u_measured: uy = 0.2, group, direction, measured, reference }, i) => ({
      measured: tame ? Math.abs(measured) + 0.1 + i : measured,
      reference,
      group: tame ? i >> 2 : (group ?? i),
      direction,
      ...(method === 'wls' || method === 'gdr' ? { u_reference: ux } : {}),
      ...(method === 'gdr' ? { u_measured: uy } : {})
    }));
  const names = (asked.uncertainty.contributions ?? []).map(({ name }) => name);
  return {
    ...asked,
    points: fits(asked.points),
    ...(asked.as_found_points === undefined ? {} : { as_found_points: fits(asked.as_found_points) }),
    ...(asked.verification_points === undefined ? {} : { verification_points: fits(asked.verification_points) }),
    uncertainty: {
      ...asked.uncertainty,
      correlations: tame ? undefined : asked.uncertainty.correlations,
      contributions: asked.uncertainty.contributions
        ?.filter(({ name }, i) => names.indexOf(name) === i)
        .map((line) => ({
          ...line,
          k: line.distribution === 'normal' ? line.k : undefined,
          beta: line.distribution === 'trapezoidal' ? line.beta : undefined,
          degrees_of_freedom: line.degrees_of_freedom ?? 5
        }))
    },
    ...(asked.conformity === undefined
      ? {}
      : {
          conformity: {
            ...asked.conformity,
            span: asked.conformity.span ?? 100,
            guard_band_factor: asked.conformity.rule === 'guard_band' ? asked.conformity.guard_band_factor : undefined,
            max_false_accept:
              asked.conformity.rule === 'guard_band_risk' ? (asked.conformity.max_false_accept ?? 0.02) : undefined,
            target_pfa: asked.conformity.rule === 'target_pfa' ? (asked.conformity.target_pfa ?? 0.02) : undefined
          }
        })
  };
}

function firstBadNumber(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const bad = firstBadNumber(inner, `${path}/${key}`);
    if (bad !== null) return bad;
  }
  return null;
}

/** Milliseconds within which a dozen points must be analysed on any machine; a hanging computation never ends. */
const LONGEST = 20_000;

test.each([
  { name: 'as nobody takes them', asked: request.map((given) => consistent(given, false)), runs: 400, answers: 40 },
  { name: 'as they are taken', asked: request.map((given) => consistent(given, true)), runs: 400, answers: 60 }
])(
  'whatever the readings are, $name: finite numbers or a refusal with field and cause, and soon',
  ({ asked, runs, answers }) => {
    let answered = 0;
    fc.assert(
      fc.property(asked, (given) => {
        const begin = performance.now();
        try {
          expect(firstBadNumber(analyze(given))).toBeNull();
          answered++;
        } catch (error) {
          if (!(error instanceof AnalysisRefusal)) throw error;
          expect(error.path.length).toBeGreaterThan(0);
          expect(error.code).toMatch(/^[a-z_0-9]+$/);
          expect(error.message.length).toBeGreaterThan(20);
        }
        expect(performance.now() - begin).toBeLessThan(LONGEST);
      }),
      { numRuns: runs, seed: 20261121 }
    );
    // The property would be empty if everything were refused.
    expect(answered).toBeGreaterThan(answers);
  },
  120_000
);
