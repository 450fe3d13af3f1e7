import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { MODELS, modelOf, type Model } from './models/table.ts';
import { AnalysisRefusal } from './refusal.ts';
import type { AnalysisRequest, Contribution, Point } from './types.ts';

/** Numbers that break careless arithmetic, beside ordinary ones. */
const awkward = fc.oneof(
  { weight: 120, arbitrary: fc.double({ min: -1000, max: 1000, noNaN: true }) },
  { weight: 40, arbitrary: fc.integer({ min: -3, max: 3 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(0, -0, 1e-300, 5e-324, 1e-60, 1e-30, 1e15, 1e15 + 1, 1e30, 1e59, 1e60, 1e61, -1e308)
  },
  fc.constantFrom(NaN, Infinity, -Infinity)
);
const positive = fc.oneof(
  { weight: 60, arbitrary: fc.double({ min: 1e-6, max: 10, noNaN: true }) },
  fc.constantFrom(0, -1, 1e-70, 1e-59, 1e59, NaN, Infinity)
);
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });

const point: fc.Arbitrary<Point> = fc.record({ reference: awkward, measured: awkward });
const weightedPoint: fc.Arbitrary<Point> = fc.record({
  reference: awkward,
  measured: awkward,
  u_reference: optional(positive),
  u_measured: optional(positive)
});

const contribution: fc.Arbitrary<Contribution> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  source: optional(fc.constantFrom('repeatability' as const, 'drift' as const)),
  type: fc.constantFrom('A' as const, 'B' as const),
  distribution: fc.constantFrom('normal' as const, 'rectangular' as const, 'poisson' as const, 'trapezoidal' as const),
  value: positive,
  value_kind: optional(fc.constantFrom('absolute' as const, 'percent_of_reading' as const, 'percent_of_span' as const)),
  acts_on: fc.constantFrom('measured' as const, 'corrected' as const),
  sensitivity: optional(awkward),
  degrees_of_freedom: fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: 0.5, max: 1e6, noNaN: true }) },
    fc.constant(null)
  )
});

const fit = fc.oneof(
  fc.record({ model: fc.constantFrom('none' as const, 'offset' as const, 'proportional' as const, 'linear' as const) }),
  fc.record({
    model: fc.constant('polynomial' as const),
    degree: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constant('auto' as const))
  })
);

const limit = fc.oneof(awkward, fc.constant(null));

const request: fc.Arbitrary<AnalysisRequest> = fc
  .record({
    weighted: fc.boolean(),
    fit,
    plain: fc.array(point, { minLength: 1, maxLength: 14 }),
    heavy: fc.array(weightedPoint, { minLength: 1, maxLength: 14 }),
    uncertainty: fc.record({
      coverage_probability: optional(fc.double({ min: 1e-9, max: 1 - 1e-12, noNaN: true })),
      dof_rounding: optional(fc.constantFrom('real' as const, 'truncate' as const)),
      resolution: optional(positive),
      cmc: optional(positive),
      contributions: optional(fc.array(contribution, { maxLength: 4 })),
      correlations: fc.option(fc.constant([{ a: 'a', b: 'b', r: -1 }]), { nil: undefined, freq: 1 })
    }),
    conformity: optional(
      fc.record({
        rule: fc.constantFrom('simple_acceptance' as const, 'guard_band' as const, 'non_binary' as const),
        tolerance: fc.array(
          fc.record({
            kind: fc.constantFrom('absolute' as const, 'percent_of_reading' as const),
            lower: limit,
            upper: limit
          }),
          { minLength: 1, maxLength: 2 }
        )
      })
    ),
    correction_in_force: optional(
      fc.record({
        model: fc.constant('polynomial' as const),
        coefficients: fc.array(awkward, { minLength: 1, maxLength: 4 })
      })
    ),
    evaluate_at: fc.array(awkward, { maxLength: 3 })
  })
  .map(({ weighted, plain, heavy, fit: model, ...rest }) => ({
    ...rest,
    points: weighted ? heavy : plain,
    fit: weighted ? { ...model, method: 'wls' as const } : model
  }));

/** The path of the first number that is not finite. */
function firstBadNumber(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : path;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, inner] of Object.entries(value)) {
    const bad = firstBadNumber(inner, `${path}/${key}`);
    if (bad !== null) return bad;
  }
  return null;
}

test('whatever is asked, the answer is finite numbers or a refusal that names its field', () => {
  let answered = 0;
  fc.assert(
    fc.property(request, (asked) => {
      try {
        expect(firstBadNumber(analyze(asked))).toBeNull();
        answered++;
      } catch (error) {
        if (!(error instanceof AnalysisRefusal)) throw error;
        expect(error.path.length).toBeGreaterThan(0);
        expect(error.code).toMatch(/^[a-z_]+$/);
      }
    }),
    { numRuns: 4000, seed: 20190901 }
  );
  // The property would be empty if everything were refused.
  expect(answered).toBeGreaterThan(600);
}, 60_000);

/** The nonlinear models that need only their name. */
const isSearched = (model: Model): boolean =>
  modelOf(model).kind === 'searched' && modelOf(model).options.every((option) => option === 'start');

const nonlinearFit: fc.Arbitrary<AnalysisRequest['fit']> = fc.oneof(
  fc.record({
    model: fc.constantFrom(...MODELS.filter((model) => isSearched(model) || modelOf(model).kind === 'through_points'))
  }),
  fc.record({
    model: fc.constant('rational' as const),
    numerator: fc.integer({ min: 0, max: 3 }),
    denominator: fc.integer({ min: 0, max: 3 })
  }),
  fc.record({
    model: fc.constant('custom' as const),
    expression: fc.constantFrom('a/(y-b)', 'a*exp(b*y)', 'a*sqrt(y)+b*arctan(y)', 'a+b*y^c', 'a*tan(b*y)', 'a+', 'a*y'),
    start: fc.array(awkward, { minLength: 1, maxLength: 3 })
  }),
  fc.record({
    model: fc.constantFrom('linear' as const, 'proportional' as const),
    method: fc.constant('gdr' as const)
  }),
  fc.record({ model: fc.constant('polynomial' as const), degree: fc.constant(2), method: fc.constant('gdr' as const) })
);

test('the nonlinear models and errors in both variables keep the same promise', () => {
  let answered = 0;
  const asked = fc.record({
    fit: nonlinearFit,
    points: fc.array(fc.oneof({ weight: 2, arbitrary: point }, weightedPoint), { minLength: 1, maxLength: 9 }),
    uncertainty: fc.constant({ resolution: 0.1 }),
    evaluate_at: fc.array(awkward, { maxLength: 2 }),
    inverse_at: fc.option(fc.array(awkward, { maxLength: 1 }), { nil: undefined })
  });
  const tame = asked.map((request) => ({
    ...request,
    points: request.points.map((given, i) => ({
      reference: Number.isFinite(given.reference) ? given.reference : i,
      measured: Number.isFinite(given.measured) ? Math.abs(given.measured) + 0.01 : i + 1,
      ...(request.fit.method === 'gdr' ? { u_reference: 0.1, u_measured: 0.2 } : {})
    }))
  }));
  fc.assert(
    fc.property(fc.oneof({ weight: 1, arbitrary: asked }, { weight: 3, arbitrary: tame }), (request) => {
      try {
        expect(firstBadNumber(analyze(request))).toBeNull();
        answered++;
      } catch (error) {
        if (!(error instanceof AnalysisRefusal)) throw error;
        expect(error.path.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500, seed: 19930401 }
  );
  expect(answered).toBeGreaterThan(50);
}, 120_000);
