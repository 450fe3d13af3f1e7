/** Whatever a section sends comes back into the form, and the form sends it again. Points have a test of their own. */
import fc, { type Arbitrary } from 'fast-check';
import { expect, expectTypeOf, test, vi } from 'vitest';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, ConformityRequest, UncertaintyRequest } from '#lib/metrology/types.ts';
import type { CalibrateForm } from '../form/calibrate-form.ts';
import { aForm } from '../form/form-fixture.ts';
import { FieldReader } from '../typed/field-problem.ts';
import { capability } from './capability.ts';
import { conformity, specification } from './conformity.ts';
import { contributions } from './contributions.ts';
import { coverage } from './coverage.ts';
import { environment } from './environment.ts';
import { fit } from './fit.ts';
import { furtherValues } from './further-values.ts';
import { inForce } from './in-force.ts';
import { indication } from './indication.ts';
import type { procedure } from './procedure.ts';
import { instrument } from './instrument.ts';
import { item } from './item.ts';
import { kind } from './kind.ts';
import { laboratory } from './laboratory.ts';
import { monteCarlo } from './monte-carlo.ts';
import { occasion } from './occasion.ts';
import { outsideCurve } from './outside-curve.ts';
import * as parts from './parts-fixture.ts';
import { type points } from './points.ts';
import { population } from './population.ts';
import { referenceStandard, traceability, type ChosenReference } from './reference.ts';
import { remarks } from './remarks.ts';
import type { NextId, Section } from './section.ts';
import { units } from './units.ts';

vi.setConfig({ testTimeout: 30_000 });

const ID = '018f0000-0000-7000-8000-0000000000d1';
const outside = { kind: 'external' as const, capability: null };
const counter = (): NextId => {
  let next = 0;
  return () => next++;
};

type BothWays<Part, Around> = Pick<
  Section<unknown, Part, CalibrateForm, Around, Partial<CalibrateForm>>,
  'toRequest' | 'fromRequest'
>;

/** Both ways of a section, at a form that is as `base` otherwise. */
function bothWays<Part, Around>(
  section: BothWays<Part, Around>,
  part: NoInfer<Part>,
  base: CalibrateForm,
  around: NoInfer<Around>
) {
  const reader = new FieldReader();
  const filled = { ...base, ...section.fromRequest(part, base, counter()) };
  const again = section.toRequest(filled, reader, around);
  expect(reader.problems).toEqual([]);
  expect(again).toEqual(part);
  expect({ ...filled, ...section.fromRequest(again, filled, counter()) }).toEqual(filled);
}

function holds<Part, Around>(
  section: BothWays<Part, Around>,
  arbitrary: Arbitrary<NoInfer<Part>>,
  changes: Partial<CalibrateForm>,
  around: NoInfer<Around>
): void {
  const base = aForm([], changes);
  fc.assert(
    fc.property(arbitrary, (part) => bothWays(section, part, base, around)),
    { numRuns: 200 }
  );
}

const reference: ChosenReference = {
  asset_id: ID,
  channel_id: null,
  label: 'REF-001',
  name: 'Pt100 SPRT',
  calibration_id: ID,
  calibration_date: '2026-03-04',
  version: 1,
  expanded_uncertainty: 0.03,
  coverage_factor: 2,
  degrees_of_freedom: null,
  unit: '°C',
  due_date: null
};
const nominal = { model: 'linear', coefficients: [1, 2] } as const;
const conforming = parts.conformityParts.map((asked) => ({ conformity: asked }));
const maybe = <T>(arbitrary: Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

test.each<readonly [string, () => void]>([
  ['units', () => holds(units, parts.unitParts, {}, undefined)],
  ['coverage', () => holds(coverage, parts.coverageParts, {}, undefined)],
  ['indication', () => holds(indication, parts.indicationParts, {}, undefined)],
  ['capability', () => holds(capability, parts.capabilityParts, outside, undefined)],
  ['contributions', () => holds(contributions, parts.contributionParts, {}, undefined)],
  ['Monte Carlo', () => holds(monteCarlo, parts.trialParts, {}, undefined)],
  ['further values', () => holds(furtherValues, parts.furtherParts, {}, undefined)],
  ['population', () => holds(population, parts.populationParts, {}, undefined)],
  ['conformity', () => holds(conformity, fc.oneof(conforming, fc.constant({})), { contributions: [] }, undefined)],
  [
    'specification',
    () =>
      holds(
        specification,
        parts.word.map((text) => ({ specification: text })),
        {},
        undefined
      )
  ],
  [
    'fit',
    () =>
      holds(
        fit,
        fc.oneof(parts.fitParts, fc.constant({ model: 'none' as const })).map((asked) => ({ fit: asked })),
        {},
        undefined
      )
  ],
  [
    'correction in force, typed',
    () =>
      holds(
        inForce,
        parts.typedCurve.map((curve) => ({ correction_in_force: curve })),
        { unit: 'bar', nominal },
        undefined
      )
  ],
  [
    'correction in force, of a calibration, nominal or none',
    () =>
      holds(
        inForce,
        fc.oneof(
          parts.typedCurve.map((curve) => ({ correction_in_force: { ...curve, calibration_id: ID } })),
          fc.constant({ correction_in_force: nominal }),
          fc.constant({})
        ),
        { nominal, typed_in_force: aForm([]).typed_in_force },
        undefined
      )
  ],
  [
    'reference of an outside laboratory',
    () =>
      holds(
        referenceStandard,
        fc.oneof(
          parts.statedParts.map((standard) => ({ reference_standard: standard })),
          fc.constant({})
        ),
        outside,
        undefined
      )
  ],
  [
    'reference of this laboratory',
    () => {
      const { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom } = reference;
      const standard = { calibration_id, expanded_uncertainty, coverage_factor, degrees_of_freedom };
      bothWays(referenceStandard, { reference_standard: standard }, aForm([], { reference }), undefined);
      const named = { reference_asset_id: ID, reference_channel_id: null };
      bothWays(traceability, named, aForm([], { reference }), { doubts: [] });
      const doubts = ['overdue'] as const;
      const explained = { ...named, reference_reason: 'away', reference_problems: [...doubts] };
      bothWays(traceability, explained, aForm([], { reference }), { doubts });
    }
  ],
  [
    'outside certificate',
    () =>
      holds(
        outsideCurve,
        fc
          .tuple(
            parts.typedCurve.filter(({ model }) => model !== 'none'),
            parts.statedParts,
            parts.unitParts
          )
          .map(([curve, stated, unit]) => ({ coefficients_only: { ...curve, ...stated, ...unit } }))
          .map((part) => part as Pick<CreateCalibrationBody, 'coefficients_only'>),
        { ...outside, external_content: 'coefficients' },
        undefined
      )
  ],
  [
    'uncertainty of an outside laboratory',
    () =>
      holds(
        outsideCurve,
        fc.tuple(parts.statedParts, parts.unitParts).map(([stated, unit]) => ({
          coefficients_only: { model: 'none' as const, coefficients: [], ...stated, ...unit }
        })),
        { ...outside, external_content: 'uncertainty' },
        undefined
      )
  ],
  [
    'kind',
    () => holds(kind, fc.constantFrom({ kind: 'internal' as const }, { kind: 'external' as const }), {}, undefined)
  ],
  [
    'outside laboratory',
    () =>
      holds(
        laboratory,
        fc
          .tuple(parts.word, parts.word, maybe(parts.word))
          .map(([lab_name, lab_certificate_number, accreditation]) => ({
            lab_name,
            lab_certificate_number,
            ...(accreditation ? { lab_accreditation: accreditation } : {})
          })),
        outside,
        undefined
      )
  ],
  [
    'instrument',
    () =>
      holds(
        instrument,
        fc.constantFrom(
          { asset_ref: aForm([]).asset_id, channel_id: ID },
          { asset_ref: aForm([]).asset_id, channel_id: null }
        ),
        {},
        { hasChannels: false }
      )
  ],
  [
    'occasion',
    () =>
      holds(
        occasion,
        fc
          .tuple(parts.day, fc.option(fc.constant('2027-11-20'), { nil: null }), maybe(fc.constant(ID)))
          .map(([calibration_date, due_date, place]) => ({
            calibration_date,
            due_date,
            ...(place ? { calibration_location_id: place } : {})
          })),
        {},
        { interval: null, today: '2026-11-20' }
      )
  ],
  ['item', () => holds(item, parts.itemParts, { calibration_date: '2026-11-20' }, undefined)],
  ['environment', () => holds(environment, parts.environmentParts, {}, undefined)],
  [
    'remarks',
    () =>
      holds(remarks, fc.constantFrom({}, { notes: 'n' }, { notes: 'n', replaces_calibration_id: ID }), {}, undefined)
  ]
])('%s', (_name, check) => check());

test('every field that can be asked belongs to a section', () => {
  type Of<S> = S extends { toRequest: (...given: never[]) => infer Part } ? keyof Part : never;
  expectTypeOf<
    | Of<typeof coverage>
    | Of<typeof indication>
    | Of<typeof capability>
    | Of<typeof referenceStandard>
    | Of<typeof contributions>
    | Of<typeof monteCarlo>
  >().toEqualTypeOf<keyof UncertaintyRequest>();
  expectTypeOf<
    | Of<typeof points>
    | Of<typeof fit>
    | Of<typeof inForce>
    | Of<typeof units>
    | Of<typeof conformity>
    | Of<typeof furtherValues>
    | 'uncertainty'
    | 'format'
    | 'detail'
  >().toEqualTypeOf<keyof AnalysisRequest>();
  expectTypeOf<Of<typeof population>>().toEqualTypeOf<'population'>();
  expectTypeOf<keyof ConformityRequest>().toEqualTypeOf<
    'population' | keyof NonNullable<ReturnType<typeof conformity.toRequest>['conformity']>
  >();
  expectTypeOf<
    | Of<typeof instrument>
    | Of<typeof kind>
    | Of<typeof occasion>
    | Of<typeof item>
    | Of<typeof laboratory>
    | Of<typeof outsideCurve>
    | Of<typeof traceability>
    | Of<typeof environment>
    | Of<typeof specification>
    | Of<typeof remarks>
    | 'analysis'
    | 'judged_with'
    | Of<typeof procedure>
    // Given to the record as it is saved.
    | 'id'
  >().toEqualTypeOf<keyof CreateCalibrationBody>();
});
