/**
 * The response of `POST /calibrations/analyze`: the zod twin of the types in lib/metrology; a type test keeps both
 * equal.
 */
import { z } from 'zod';
import { MODELS } from '#lib/metrology/models/table.ts';
import {
  CONTRIBUTION_SOURCES,
  COVARIANCE_KINDS,
  DECISION_RULES,
  DISTRIBUTIONS,
  FIT_METHODS,
  RESULT_FORMATS,
  VALUE_KINDS,
  VERDICTS
} from '#lib/metrology/types.ts';
import { MAX_POINTS_ANALYZED } from './analysis-request.ts';

/** One for each point, or fewer. */
const list = <S extends z.ZodType>(element: S) => z.array(element).max(MAX_POINTS_ANALYZED);
/** One for each parameter of the curve. */
const matrix = z.array(z.array(z.number()).max(1000)).max(1000);
/** Contributions from the request, and those that the analysis adds. */
const MOST_ENTRIES = 1000;

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

const reportedUncertainty = z.strictObject({
  u_combined: z.number(),
  nu_eff: z.number().nullable(),
  k: z.number(),
  expanded_uncertainty: z.number()
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
  as_left: judgement.nullable(),
  error_uncertainty: reportedUncertainty
    .optional()
    .describe(
      'Expanded uncertainty of `error`, from its own budget: no curve fit, the slope of the correction in force'
    ),
  error_after_correction_uncertainty: reportedUncertainty
    .optional()
    .describe('Of `error_after_correction`, where the reference value of the point has an uncertainty of its own')
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
  coefficients: list(z.number()),
  standard_errors: list(z.number()).nullable(),
  covariance: matrix.nullable(),
  scaled: z.strictObject({
    center: z.number(),
    scale: z.number(),
    coefficients: list(z.number()),
    covariance: matrix.nullable().optional(),
    numerator: z.int().optional(),
    expression: z.string().optional(),
    knots: list(z.number()).optional()
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
    .max(100)
    .optional(),
  diagnostics: z.strictObject({
    leverage: list(z.number()),
    studentized_residuals: list(z.number().nullable()),
    outliers: list(z.int()),
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
        places: list(z.strictObject({ measured: z.number(), difference: z.number() }))
      })
      .optional(),
    runs_test: z.strictObject({ runs: z.int(), z: z.number(), p: z.number() }).nullable()
  })
});

export const analysisResultSchema = z.strictObject({
  format: z.literal(RESULT_FORMATS).optional().describe('Format of a stored result; if omitted, the first'),
  engine: z.string().max(32),
  fit: fitResult,
  points: list(pointResultSchema),
  as_found_points: list(pointResultSchema).optional(),
  verification_points: list(pointResultSchema).optional(),
  budget: z.array(budgetEntry).max(MOST_ENTRIES),
  combined_standard_uncertainty: z.number(),
  effective_degrees_of_freedom: z.number().nullable(),
  coverage_factor: z.number(),
  coverage_probability: z.number(),
  expanded_uncertainty: z.number(),
  expanded_uncertainty_rounded: z.strictObject({ value: z.number(), decimals: z.int(), text: z.string() }),
  at_most: z
    .strictObject({ expanded_uncertainty: z.number(), k: z.number(), u_rest: z.number() })
    .optional()
    .describe('The greatest values over the range of the points, between them too; `u_rest` is without the curve'),
  monte_carlo: z
    .strictObject({
      trials: z.int(),
      seed: z.int(),
      mean: z.number(),
      standard_uncertainty: z.number(),
      symmetric_interval: z.tuple([z.number(), z.number()]),
      shortest_interval: z.tuple([z.number(), z.number()]),
      gum_validated: z.boolean().nullable(),
      compared_with: z
        .strictObject({
          standard_uncertainty: z.number(),
          expanded_uncertainty: z.number(),
          coverage_probability: z.number()
        })
        .optional()
        .describe('The uncertainty from the lines of the budget alone, and the coverage probability of the intervals')
    })
    .optional(),
  evaluated: z
    .array(
      z.strictObject({
        measured: z.number(),
        u_measured: z.number().optional(),
        corrected: z.number(),
        u_fit: z.number().nullable(),
        u_combined: z.number(),
        nu_eff: z.number().nullable(),
        k: z.number(),
        expanded_uncertainty: z.number()
      })
    )
    .max(MAX_POINTS_ANALYZED)
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
    .max(MAX_POINTS_ANALYZED)
    .optional(),
  conformity: z
    .strictObject({
      rule: z.enum(DECISION_RULES),
      judge: z.enum(['as_found', 'as_left']),
      as_found: z.enum(VERDICTS).nullable(),
      as_left: z.enum(VERDICTS).nullable(),
      conforms: z.boolean().nullable(),
      statement: z.strictObject({ en: z.string(), es: z.string(), fr: z.string(), de: z.string() }),
      worst_point: z.int().nullable(),
      procedure_risk: z
        .strictObject({
          point: z.int(),
          mean: z.number(),
          standard_deviation: z.number(),
          standard_uncertainty: z.number(),
          pfa: z.number(),
          pfr: z.number(),
          conforming: z.number(),
          accepted: z.number(),
          cpfa: z.number().nullable()
        })
        .nullable()
        .optional()
        .describe('Global risk for the requested population; null if there is no verdict')
    })
    .optional(),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })).max(MOST_ENTRIES)
});
