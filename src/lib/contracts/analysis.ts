/** `POST /calibrations/analyze`: the zod twin of the types in lib/metrology; a type test keeps both equal. */
import { z } from 'zod';
import {
  CONTRIBUTION_SOURCES,
  COVARIANCE_KINDS,
  COVERAGE_METHODS,
  DECISION_RULES,
  DISTRIBUTIONS,
  FIT_METHODS,
  MODELS,
  VALUE_KINDS,
  VERDICTS
} from '#lib/metrology/types.ts';
import { finite, id } from './primitives.ts';

export const MAX_POINTS_ANALYZED = 100_000;
export const MAX_POINTS_SAVED = 10_000;

const positive = finite.positive();
const unit = z.string().trim().max(32);

export const pointSchema = z.strictObject({
  reference: finite,
  measured: finite,
  u_reference: positive.optional(),
  u_measured: positive.optional(),
  group: z.int().optional(),
  direction: z.enum(['up', 'down']).optional()
});
const points = z.array(pointSchema).min(1).max(MAX_POINTS_ANALYZED);

const fitRequest = z.strictObject({
  model: z.enum(MODELS),
  degree: z.union([z.int().min(1).max(10), z.literal('auto')]).optional(),
  numerator: z.int().min(0).max(3).optional(),
  denominator: z.int().min(0).max(3).optional(),
  expression: z.string().max(2000).optional(),
  start: z.array(finite).max(32).optional(),
  method: z.enum(FIT_METHODS).optional(),
  covariance: z.enum(COVARIANCE_KINDS).optional()
});

export const correctionCurveSchema = z.strictObject({
  calibration_id: id.optional(),
  model: z.enum(MODELS),
  coefficients: z.array(finite).max(10_000),
  center: finite.optional(),
  scale: finite.optional(),
  numerator: z.int().min(0).max(3).optional(),
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

const uncertaintyRequest = z.strictObject({
  coverage_probability: z.number().gt(0).lt(1).optional(),
  coverage_factor: positive.optional(),
  coverage_method: z.enum(COVERAGE_METHODS).optional(),
  dof_rounding: z.enum(['real', 'truncate']).optional(),
  resolution: finite.nonnegative().optional(),
  count_resolution: z.boolean().optional(),
  readings_averaged: z.int().min(1).max(1_000_000).optional(),
  cmc: finite.nonnegative().optional(),
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
  target_pfa: z.number().gt(0).lt(1).optional()
});

export const analysisRequestSchema = z.strictObject({
  points,
  as_found_points: points.optional(),
  verification_points: points.optional(),
  fit: fitRequest,
  correction_in_force: correctionCurveSchema.optional(),
  uncertainty: uncertaintyRequest,
  conformity: conformityRequest.optional(),
  evaluate_at: z.array(finite).max(10_000).optional(),
  inverse_at: z.array(finite).max(10_000).optional(),
  unit: unit.optional(),
  measured_unit: unit.optional(),
  detail: z.literal('full').optional()
});

const judgement = z.strictObject({
  value: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  acceptance_lower: z.number().nullable(),
  acceptance_upper: z.number().nullable(),
  expanded_uncertainty: z.number(),
  k: z.number(),
  verdict: z.enum(VERDICTS),
  probability_of_conformity: z.number(),
  false_accept_risk: z.number().nullable(),
  tur: z.number().nullable()
});

export const pointResultSchema = z.strictObject({
  reference: z.number(),
  measured: z.number(),
  error: z.number().nullable(),
  corrected: z.number(),
  error_after_correction: z.number().nullable(),
  residual: z.number(),
  u_fit: z.number().nullable(),
  u_combined: z.number(),
  nu_eff: z.number().nullable(),
  k: z.number(),
  expanded_uncertainty: z.number(),
  as_found: judgement.nullable(),
  as_left: judgement.nullable()
});

const budgetEntry = z.strictObject({
  name: z.string(),
  source: z.enum(CONTRIBUTION_SOURCES),
  type: z.enum(['A', 'B']),
  distribution: z.enum(DISTRIBUTIONS),
  value: z.number(),
  value_kind: z.enum(VALUE_KINDS),
  divisor: z.number(),
  standard_uncertainty: z.number(),
  sensitivity: z.number(),
  degrees_of_freedom: z.number().nullable(),
  variance_share: z.number()
});

const fitResult = z.strictObject({
  model: z.enum(MODELS),
  degree: z.int().nullable(),
  method: z.enum(FIT_METHODS),
  covariance_kind: z.enum(COVARIANCE_KINDS),
  coefficients: z.array(z.number()),
  standard_errors: z.array(z.number()).nullable(),
  covariance: z.array(z.array(z.number())).nullable(),
  scaled: z.strictObject({
    center: z.number(),
    scale: z.number(),
    coefficients: z.array(z.number()),
    covariance: z.array(z.array(z.number())).nullable().optional(),
    numerator: z.int().optional(),
    expression: z.string().optional(),
    knots: z.array(z.number()).optional()
  }),
  residual_standard_deviation: z.number().nullable(),
  degrees_of_freedom: z.number().nullable(),
  r_squared: z.number().nullable(),
  aicc: z.number().nullable(),
  chi_squared: z.strictObject({ value: z.number(), degrees_of_freedom: z.number(), p: z.number() }).optional(),
  equation: z.string(),
  equation_latex: z.string(),
  candidates: z
    .array(
      z.strictObject({
        degree: z.int(),
        aicc: z.number().nullable(),
        residual_standard_deviation: z.number(),
        chosen: z.boolean()
      })
    )
    .optional(),
  diagnostics: z.strictObject({
    leverage: z.array(z.number()),
    studentized_residuals: z.array(z.number().nullable()),
    outliers: z.array(z.int()),
    lack_of_fit: z
      .strictObject({
        groups: z.int(),
        ss_pure_error: z.number(),
        ss_lack_of_fit: z.number(),
        f: z.number(),
        p: z.number()
      })
      .nullable(),
    hysteresis: z
      .strictObject({
        largest: z.number(),
        places: z.array(z.strictObject({ measured: z.number(), difference: z.number() }))
      })
      .optional(),
    runs_test: z.strictObject({ runs: z.int(), z: z.number(), p: z.number() }).nullable()
  })
});

export const analysisResultSchema = z.strictObject({
  engine: z.string().max(32),
  fit: fitResult,
  points: z.array(pointResultSchema),
  as_found_points: z.array(pointResultSchema).optional(),
  verification_points: z.array(pointResultSchema).optional(),
  budget: z.array(budgetEntry),
  combined_standard_uncertainty: z.number(),
  effective_degrees_of_freedom: z.number().nullable(),
  coverage_factor: z.number(),
  coverage_probability: z.number(),
  expanded_uncertainty: z.number(),
  expanded_uncertainty_rounded: z.strictObject({ value: z.number(), decimals: z.int(), text: z.string() }),
  monte_carlo: z
    .strictObject({
      trials: z.int(),
      seed: z.int(),
      mean: z.number(),
      standard_uncertainty: z.number(),
      symmetric_interval: z.tuple([z.number(), z.number()]),
      shortest_interval: z.tuple([z.number(), z.number()]),
      gum_validated: z.boolean()
    })
    .optional(),
  evaluated: z
    .array(
      z.strictObject({
        measured: z.number(),
        corrected: z.number(),
        u_fit: z.number().nullable(),
        u_combined: z.number(),
        nu_eff: z.number().nullable(),
        k: z.number(),
        expanded_uncertainty: z.number()
      })
    )
    .optional(),
  inverse: z
    .array(
      z.strictObject({
        wanted: z.number(),
        measured: z.number(),
        expanded_uncertainty: z.number(),
        u_fit: z.number().nullable().optional(),
        u_combined: z.number().optional(),
        nu_eff: z.number().nullable().optional(),
        k: z.number().optional()
      })
    )
    .optional(),
  conformity: z
    .strictObject({
      rule: z.enum(DECISION_RULES),
      judge: z.enum(['as_found', 'as_left']),
      as_found: z.enum(VERDICTS).nullable(),
      as_left: z.enum(VERDICTS).nullable(),
      conforms: z.boolean().nullable(),
      statement: z.strictObject({ en: z.string(), es: z.string(), fr: z.string(), de: z.string() }),
      worst_point: z.int().nullable()
    })
    .optional(),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() }))
});
