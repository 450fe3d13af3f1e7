/** Parts of requests and records as the screen sends them, by chance, for the tests of the sections. */
import fc, { type Arbitrary } from 'fast-check';
import type { CustomerDatum } from '#lib/contracts/customer-data.ts';
import { DEGREES } from '#lib/metrology/models/degrees.ts';
import { modelOf, MODELS, takesCorrelatedPoints } from '#lib/metrology/models/table.ts';
import {
  CONTRIBUTION_SOURCES,
  DECISION_RULES,
  DISTRIBUTIONS,
  VALUE_KINDS,
  type Contribution,
  type CorrectionCurve,
  type FitRequest,
  type Model,
  type TolerancePart
} from '#lib/metrology/types.ts';
import { OWN_LINES, takesFactor } from './contributions.ts';
import { methodsOf } from './fit.ts';

/** Without the members that are undefined: that is how the form sends them. */
const sent = <T extends object>(parts: { [K in keyof T]: Arbitrary<T[K] | undefined> }): Arbitrary<T> =>
  fc
    .record(parts as Record<string, Arbitrary<unknown>>)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as T);
const maybe = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const finite = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
  .map((value) => (value === 0 ? 0 : value));
export const positive = fc.double({ noNaN: true, min: 1e-9, max: 1e9 });
const notNegative = fc.oneof(fc.constant(0), positive);
const percent = fc.integer({ min: 1, max: 999_999 }).map((millionths) => Number((millionths / 1e6).toPrecision(12)));
export const word = fc
  .string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'abcXYZ é-,.#1') })
  .map((text) => text.trim())
  .filter((text) => text !== '');
export const day = fc
  .integer({ min: 0, max: 300 })
  .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));

export const unitParts = sent({ unit: maybe(word), measured_unit: maybe(word) });

export const coverageParts = fc.oneof(
  sent({ coverage_factor: positive, dof_rounding: maybe(fc.constant('truncate' as const)) }),
  sent({
    coverage_probability: percent,
    coverage_method: maybe(fc.constant('ea_dominant' as const)),
    dof_rounding: maybe(fc.constant('truncate' as const))
  })
);

export const indicationParts = sent({
  resolution: maybe(notNegative),
  count_resolution: maybe(fc.constant(true)),
  readings_averaged: maybe(fc.integer({ min: 2, max: 1_000_000 }))
});

export const capabilityParts = sent({ cmc: maybe(fc.oneof(notNegative, fc.record({ a: notNegative, b: positive }))) });

export const statedParts = sent({
  expanded_uncertainty: notNegative,
  coverage_factor: positive,
  degrees_of_freedom: maybe(positive)
});

const contribution: Arbitrary<Contribution> = fc
  .tuple(fc.constantFrom(...DISTRIBUTIONS), fc.constantFrom('A' as const, 'B' as const))
  .chain(([distribution, type]) =>
    sent<Contribution>({
      name: word,
      source: fc.constantFrom(...CONTRIBUTION_SOURCES),
      type: fc.constant(type),
      distribution: fc.constant(distribution),
      value: notNegative,
      value_kind: fc.constantFrom(...VALUE_KINDS),
      k: takesFactor({ distribution }) ? maybe(positive) : fc.constant(undefined),
      divisor: maybe(positive),
      beta: distribution === 'trapezoidal' ? fc.double({ min: 0, max: 1, noNaN: true }) : fc.constant(undefined),
      acts_on: fc.constantFrom('measured' as const, 'corrected' as const),
      sensitivity: maybe(finite),
      degrees_of_freedom: type === 'A' ? positive : maybe(positive)
    })
  );

export const contributionParts = fc
  .uniqueArray(contribution, { selector: ({ name }) => name, minLength: 1, maxLength: 4 })
  .chain((contributions) => {
    const line = fc.constantFrom(...OWN_LINES, ...contributions.map(({ name }) => name));
    const pair = fc.record({ a: line, b: line, r: fc.double({ min: -1, max: 1, noNaN: true }).map((r) => r || 0) });
    return sent({
      contributions: fc.constant(contributions),
      correlations: maybe(fc.array(pair, { minLength: 1, maxLength: 3 }))
    });
  });

export const trialParts = sent({
  monte_carlo: maybe(
    fc.record({
      trials: fc.oneof(fc.constant('adaptive' as const), fc.integer({ min: 1000, max: 1e7 })),
      seed: fc.maxSafeNat()
    })
  )
});

export const furtherParts = sent({
  evaluate_at: maybe(
    fc.array(fc.oneof(finite, fc.record({ measured: finite, u_measured: positive })), { minLength: 1, maxLength: 5 })
  ),
  inverse_at: maybe(fc.array(finite, { minLength: 1, maxLength: 5 }))
});

export const populationParts = sent({
  population: maybe(
    fc.oneof(
      sent({ mean: maybe(finite), in_tolerance: percent }),
      sent({ mean: maybe(finite), standard_deviation: positive })
    )
  )
});

const tolerancePart: Arbitrary<TolerancePart> = fc
  .record({
    kind: fc.constantFrom(...VALUE_KINDS),
    limits: fc.tuple(finite, finite),
    open: fc.constantFrom('lower', 'upper', 'none')
  })
  .map(({ kind, limits: [a, b], open }) => ({
    kind,
    lower: open === 'lower' ? null : Math.min(a, b),
    upper: open === 'upper' ? null : Math.max(a, b)
  }));

export const conformityParts = fc
  .tuple(fc.array(tolerancePart, { minLength: 1, maxLength: 3 }), fc.constantFrom(...DECISION_RULES))
  .chain(([tolerance, rule]) => {
    const only = <T>(wanted: boolean, value: Arbitrary<T>) => (wanted ? value : fc.constant(undefined));
    return sent({
      tolerance: fc.constant(tolerance),
      span: only(
        tolerance.some(({ kind }) => kind === 'percent_of_span'),
        positive
      ),
      judge: maybe(fc.constantFrom('as_found' as const, 'as_left' as const)),
      rule: fc.constant(rule),
      guard_band_factor: only(
        rule === 'guard_band',
        fc.double({ min: -1, max: 10, noNaN: true }).map((w) => w || 0)
      ),
      max_false_accept: only(rule === 'guard_band_risk', percent),
      target_pfa: only(rule === 'target_pfa', percent)
    });
  });

const EXPRESSIONS = ['a + b*y', 'gain*y + offset', 'p*exp(q*y)'];
const modelBut = (...left: Model[]) => fc.constantFrom(...MODELS.filter((model) => !left.includes(model)));
const degree = (part: keyof typeof DEGREES) => fc.integer(DEGREES[part]);

/** How long a curve is, with the formula whose parameters its coefficients are. */
const shape = fc.record({
  degree: degree('degree'),
  numerator: degree('numerator'),
  denominator: degree('denominator'),
  expression: fc.constantFrom(...EXPRESSIONS)
});
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  'a + b*y': ['a', 'b'],
  'gain*y + offset': ['gain', 'offset'],
  'p*exp(q*y)': ['p', 'q']
};

/** A curve that is typed by its coefficients; its unit is that of no temperature. */
export const typedCurve: Arbitrary<CorrectionCurve> = fc
  .tuple(modelBut(), shape)
  .chain(([model, of]): Arbitrary<CorrectionCurve> => {
    const { kind, options, coefficients: namesOf } = modelOf(model);
    if (kind === 'through_points')
      return fc.uniqueArray(finite, { minLength: 2, maxLength: 6 }).chain((places) =>
        fc.record({
          model: fc.constant(model),
          coefficients: fc.array(finite, { minLength: places.length, maxLength: places.length }),
          knots: fc.constant(places.toSorted((a, b) => a - b))
        })
      );
    const isFormula = options.includes('expression');
    const { length } = namesOf({ ...of, parameters: isFormula ? (PARAMETERS[of.expression] ?? []) : [] });
    return sent<CorrectionCurve>({
      model: fc.constant(model),
      coefficients: fc.array(finite, { minLength: length, maxLength: length }),
      numerator: fc.constant(options.includes('numerator') ? of.numerator : undefined),
      expression: fc.constant(isFormula ? of.expression : undefined)
    });
  });

export const fitParts: Arbitrary<FitRequest> = fc
  .tuple(modelBut('none'), shape)
  .chain(([model, of]) => fc.tuple(fc.constant({ model, of }), fc.constantFrom(...methodsOf(model), 'ols' as const)))
  .filter(([{ model }, method]) => methodsOf(model).length === 0 || methodsOf(model).includes(method))
  .chain(([{ model, of }, method]) => {
    const { options, coefficients: namesOf } = modelOf(model);
    const isFormula = options.includes('expression');
    const count = isFormula
      ? (PARAMETERS[of.expression] ?? []).length
      : namesOf({ ...of, degree: 1, parameters: [] }).length;
    const start = fc.array(finite, { minLength: count, maxLength: count });
    const correlated = fc.double({ min: -0.99, max: 0.99, noNaN: true }).map((r) => r || 0);
    return sent<FitRequest>({
      model: fc.constant(model),
      degree: options.includes('degree')
        ? fc.oneof(fc.constant('auto' as const), degree('degree'))
        : fc.constant(undefined),
      numerator: fc.constant(options.includes('numerator') ? of.numerator : undefined),
      denominator: fc.constant(options.includes('denominator') ? of.denominator : undefined),
      expression: fc.constant(isFormula ? of.expression : undefined),
      start:
        count === 0 || !(isFormula || options.includes('start'))
          ? fc.constant(undefined)
          : isFormula
            ? start
            : maybe(start),
      method: fc.constant(method),
      covariance: maybe(fc.constant('scatter' as const)),
      correlation: takesCorrelatedPoints(model, method)
        ? maybe(
            fc
              .tuple(correlated, maybe(correlated))
              .map(([references, readings]) => (readings === undefined ? { references } : { references, readings }))
          )
        : fc.constant(undefined)
    });
  });

export const environmentParts = sent({
  environment: maybe(
    sent({
      temperature_c: fc.double({ min: -40, max: 80, noNaN: true }).map((t) => t || 0),
      relative_humidity_percent: maybe(fc.double({ min: 1, max: 99, noNaN: true })),
      pressure_kpa: maybe(fc.double({ min: 80, max: 110, noNaN: true }))
    })
  )
});

export const itemParts = sent({
  customer: maybe(fc.record({ name: word, address: fc.option(word, { nil: null }) })),
  received_on: maybe(day),
  item_condition: maybe(word),
  customer_data: maybe(fc.constant<CustomerDatum[]>(['item', 'condition']))
});
