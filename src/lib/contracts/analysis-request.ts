/**
 * The request of `POST /calibrations/analyze`: the zod twin of the types in lib/metrology; a type test keeps both
 * equal.
 */
import { z } from 'zod';
import { DEGREES } from '#lib/metrology/models/degrees.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import {
  CONTRIBUTION_SOURCES,
  COVARIANCE_KINDS,
  COVERAGE_METHODS,
  DECISION_RULES,
  DISTRIBUTIONS,
  FIT_METHODS,
  REQUEST_FORMATS,
  VALUE_KINDS
} from '#lib/metrology/types.ts';
import { finite, id } from './primitives.ts';

export const MAX_POINTS_ANALYZED = 100_000;

const positive = finite.positive();
const unit = z.string().trim().max(32);
/** Between two different quantities. */
const coefficient = z.number().gt(-1).lt(1);

export const pointSchema = z.strictObject({
  reference: finite,
  measured: finite,
  u_reference: positive.optional(),
  u_measured: positive.optional(),
  nominal: finite.optional(),
  group: z.int32().optional(),
  direction: z.enum(['up', 'down']).optional()
});
const points = z.array(pointSchema).min(1).max(MAX_POINTS_ANALYZED);

const degreeOf = (part: keyof typeof DEGREES) => z.int().min(DEGREES[part].min).max(DEGREES[part].max);

const fitRequest = z.strictObject({
  model: z.enum(MODELS),
  degree: z.union([degreeOf('degree'), z.literal('auto')]).optional(),
  numerator: degreeOf('numerator').optional(),
  denominator: degreeOf('denominator').optional(),
  expression: z.string().max(2000).optional(),
  start: z.array(finite).max(32).optional(),
  method: z.enum(FIT_METHODS).optional(),
  covariance: z.enum(COVARIANCE_KINDS).optional(),
  correlation: z
    .strictObject({
      reference_measured: coefficient.optional(),
      references: coefficient.optional(),
      readings: coefficient.optional()
    })
    .optional()
    .describe('Correlation of the points’ stated uncertainties, for a line by gdr (ISO/TS 28037 clauses 8 and 10)')
});

export const correctionCurveSchema = z.strictObject({
  calibration_id: id.optional(),
  model: z.enum(MODELS),
  coefficients: z.array(finite).max(10_000),
  center: finite.optional(),
  scale: finite.optional(),
  numerator: degreeOf('numerator').optional(),
  expression: z.string().max(2000).optional(),
  knots: z.array(finite).max(10_000).optional()
});

export const contributionSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  source: z.enum(CONTRIBUTION_SOURCES).optional(),
  type: z.enum(['A', 'B']),
  distribution: z.enum(DISTRIBUTIONS),
  value: finite.nonnegative(),
  value_kind: z.enum(VALUE_KINDS).optional(),
  divisor: positive.optional(),
  k: positive.optional(),
  beta: z.number().min(0).max(1).optional(),
  acts_on: z.enum(['measured', 'corrected']),
  sensitivity: finite.optional(),
  degrees_of_freedom: positive.nullable().optional()
});

export const referenceStandardSchema = z.strictObject({
  calibration_id: id.optional(),
  expanded_uncertainty: finite.nonnegative(),
  coverage_factor: positive,
  degrees_of_freedom: positive.nullable().optional()
});

/** Calibration and measurement capability, k = 2: a, or a + b·|x|. */
export const capabilitySchema = z.union([
  finite.nonnegative(),
  z.strictObject({ a: finite.nonnegative(), b: finite.nonnegative() })
]);

const uncertaintyRequest = z.strictObject({
  coverage_probability: z.number().gt(0).lt(1).optional(),
  coverage_factor: positive.optional(),
  coverage_method: z.enum(COVERAGE_METHODS).optional(),
  dof_rounding: z.enum(['real', 'truncate']).optional(),
  resolution: finite.nonnegative().optional(),
  count_resolution: z.boolean().optional(),
  readings_averaged: z.int().min(1).max(1_000_000).optional(),
  cmc: capabilitySchema.optional().describe('For an internal calibration, the server uses the one in the record'),
  reference_standard: referenceStandardSchema.optional(),
  contributions: z.array(contributionSchema).max(100).optional(),
  correlations: z
    .array(z.strictObject({ a: z.string().max(200), b: z.string().max(200), r: z.number().min(-1).max(1) }))
    .max(1000)
    .optional(),
  monte_carlo: z
    .strictObject({
      trials: z.union([z.int().min(1000).max(10_000_000), z.literal('adaptive')]),
      seed: z.int().nonnegative()
    })
    .optional()
});

export const tolerancePartSchema = z.strictObject({
  kind: z.enum(VALUE_KINDS),
  lower: finite.nullable(),
  upper: finite.nullable()
});

const conformityRequest = z.strictObject({
  tolerance: z.array(tolerancePartSchema).min(1).max(10),
  span: positive.optional(),
  judge: z.enum(['as_found', 'as_left']).optional(),
  rule: z.enum(DECISION_RULES),
  guard_band_factor: z.number().min(-1).max(10).optional(),
  max_false_accept: z.number().gt(0).lt(1).optional(),
  target_pfa: z.number().gt(0).lt(1).optional(),
  population: z
    .strictObject({
      mean: finite.optional(),
      standard_deviation: positive.optional(),
      in_tolerance: z.number().gt(0).lt(1).optional()
    })
    .optional()
    .describe(
      'True errors of instruments sent for calibration: normal, by standard deviation or proportion in tolerance'
    )
});

export const analysisRequestSchema = z.strictObject({
  format: z.literal(REQUEST_FORMATS).optional(),
  points,
  as_found_points: points.optional(),
  verification_points: points.optional(),
  fit: fitRequest,
  correction_in_force: correctionCurveSchema
    .optional()
    .describe(
      'The correction the instrument was used with. If a calibration leaves out this and `judged_with`, the nominal characteristic of ' +
        'its output signal is used, with the warning `nominal_put_in`, until a calibration provides another curve'
    ),
  uncertainty: uncertaintyRequest,
  conformity: conformityRequest.optional(),
  evaluate_at: z
    .array(z.union([finite, z.strictObject({ measured: finite, u_measured: positive })]))
    .max(10_000)
    .optional()
    .describe(
      'Indications to convert to values (ISO/TS 28037 11.1), each optionally with its own standard uncertainty'
    ),
  inverse_at: z.array(finite).max(10_000).optional().describe('Values to convert to indications (ISO/TS 28037 11.2)'),
  unit: unit.optional(),
  measured_unit: unit.optional(),
  detail: z.literal('full').optional()
});
