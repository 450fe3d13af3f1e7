/** Calibrations: the request of a device and the permanent record (api.md, Calibrations). */
import { z } from 'zod';
import { analysisRequestSchema, correctionCurveSchema } from './analysis-request.ts';
import { analysisResultSchema, pointResultSchema } from './analysis-result.ts';
import { customerDataSchema } from './customer-data.ts';
import { calendarDate, finite, id, instant, optionalText, text } from './primitives.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import { MAX_POINTS_SAVED, VERDICTS } from '#lib/metrology/types.ts';
import { CERTIFICATE_STATES, RELEASES } from '#lib/records/certificate-states.ts';
import { TEMPLATE_ENGINES } from '#lib/records/certificate-template.ts';
import { actedSchema } from './people.ts';

export const coefficientsOnlySchema = z.strictObject({
  ...correctionCurveSchema.omit({ calibration_id: true, center: true, scale: true }).shape,
  expanded_uncertainty: finite.nonnegative(),
  coverage_factor: finite.positive(),
  degrees_of_freedom: finite.positive().nullable().optional(),
  unit: z.string().trim().max(32).optional(),
  measured_unit: z.string().trim().max(32).optional()
});
export type CoefficientsOnly = z.infer<typeof coefficientsOnlySchema>;

export const environmentSchema = z.strictObject({
  temperature_c: z.number().min(-273.15).max(10_000).optional(),
  relative_humidity_percent: z.number().min(0).max(100).optional(),
  pressure_kpa: z.number().min(0).max(1_000_000).optional()
});

const analysisToSave = z.strictObject({
  request: analysisRequestSchema.refine((request) => request.points.length <= MAX_POINTS_SAVED, {
    path: ['points'],
    params: { code: 'too_many_points' },
    message: `A calibration to save has at most ${MAX_POINTS_SAVED} points`
  }),
  result: analysisResultSchema
});

/**
 * The history a device had when it computed the verdict. The server compares it with its own, so that no verdict is
 * based on half a history.
 */
export const judgedWithSchema = z.strictObject({
  correction_calibration_id: id
    .nullable()
    .describe('The calibration whose curve was in force for this instrument on that day, as far as the device knew'),
  reference_calibration_id: id
    .nullable()
    .describe('The reference’s valid calibration on that day, as far as the device knew')
});
export type JudgedWith = z.infer<typeof judgedWithSchema>;

/** Problems of a reference that was used anyway; each is a `reference_…` warning of the record. */
export const REFERENCE_PROBLEMS = ['overdue', 'voided', 'retired', 'out_of_service', 'failed'] as const;
export type ReferenceProblem = (typeof REFERENCE_PROBLEMS)[number];

export const createCalibrationBody = z
  .strictObject({
    id: id.optional(),
    asset_ref: text(64),
    channel_id: id.nullable().optional(),
    kind: z.enum(['internal', 'external']),
    calibration_date: calendarDate,
    due_date: calendarDate.nullable().optional(),
    calibration_location_id: id.nullable().optional(),
    procedure_id: id.nullable().optional(),
    procedure_revision: z
      .int()
      .positive()
      .max(2_000_000_000)
      .nullable()
      .optional()
      .describe('The revision that was followed; by default, the current one'),
    reference_asset_id: id.nullable().optional(),
    reference_channel_id: id.nullable().optional(),
    customer: z
      .strictObject({ name: text(200), address: optionalText(1000).optional() })
      .nullable()
      .optional(),
    replaces_calibration_id: id.nullable().optional(),
    lab_name: optionalText(200).optional(),
    lab_certificate_number: optionalText(100).optional(),
    lab_accreditation: optionalText(100).optional().describe('Accreditation number of the external laboratory'),
    specification: optionalText(500)
      .optional()
      .describe(
        'Source of the tolerance: document and edition; by default, that of the asset or channel if its tolerance was used'
      ),
    received_on: calendarDate.nullable().optional(),
    item_condition: optionalText(500).optional(),
    customer_data: customerDataSchema
      .optional()
      .describe('Which of these the customer supplied; certificates mark them (ISO/IEC 17025, 7.8.2.1 p)'),
    coefficients_only: coefficientsOnlySchema.optional(),
    analysis: analysisToSave.optional(),
    judged_with: judgedWithSchema.optional(),
    reference_reason: optionalText(1000)
      .optional()
      .describe('Why this reference was used although it is overdue, voided, retired, out of service or has failed'),
    reference_problems: z
      .array(z.enum(REFERENCE_PROBLEMS))
      .max(REFERENCE_PROBLEMS.length)
      .optional()
      .describe('Warnings the author knew of when giving the reason; by default, the reason covers all warnings'),
    environment: environmentSchema.nullable().optional(),
    notes: optionalText(5000).optional()
  })
  .check((context) => {
    const body = context.value;
    const fault = (path: string, message: string, code: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: body, params: { code } });
    const missing = (path: string, message: string) => fault(path, message, 'missing');
    if ((body.analysis === undefined) === (body.coefficients_only === undefined)) {
      missing('analysis', 'Exactly one of analysis and coefficients_only is required');
    }
    if (body.kind === 'external' && !body.lab_name) missing('lab_name', 'An external calibration names its laboratory');
    if (body.kind === 'external' && !body.lab_certificate_number) {
      missing('lab_certificate_number', 'An external calibration names its certificate');
    }
    if (body.kind === 'internal' && !body.reference_asset_id) {
      missing('reference_asset_id', 'An internal calibration names its reference');
    }
    if (body.procedure_revision && !body.procedure_id) missing('procedure_id', 'A revision is that of a procedure');
    if (body.due_date && body.due_date < body.calibration_date) {
      fault('due_date', 'The due date lies before the calibration date', 'due_before_date');
    }
    if (body.received_on && body.received_on > body.calibration_date) {
      fault('received_on', 'The item was received after it was calibrated', 'received_after_date');
    }
  });
export type CreateCalibrationBody = z.infer<typeof createCalibrationBody>;

export const certificateState = z.enum(CERTIFICATE_STATES);
/** What was said before a certificate was released: why it was returned, and the answer. */
export const reviewRemarkSchema = z.strictObject({
  kind: z.enum(['returned', 'answered']),
  at: instant,
  by: z.strictObject({ full_name: z.string(), role: z.string() }),
  text: z.string()
});
export type ReviewRemark = z.infer<typeof reviewRemarkSchema>;
export const certificateStateSchema = z.strictObject({
  number: z.string(),
  state: certificateState,
  sha256: z
    .string()
    .nullable()
    .describe('Of the file as it was first issued; with proofs added, a download has another: see its signature'),
  issued_at: instant.nullable(),
  error: z.string().nullable(),
  held_for: z.array(z.string()).describe('Codes of the warnings for which it is or was held'),
  kept: z
    .strictObject({ at: instant, by: actedSchema, reason: z.string() })
    .nullable()
    .describe('Who decided to issue the held certificate, and why'),
  release: z
    .enum(RELEASES)
    .describe(
      'Whether a second person has to authorize it, as the organization had it when the calibration was recorded'
    ),
  review: z.array(reviewRemarkSchema).describe('Why the reviewer returned it, and what was answered, in order'),
  verify_token: z
    .string()
    .describe('Its state can be verified at `/verify/{verify_token}`, which is the address it prints'),
  template: z
    .strictObject({ id, name: z.string(), sha256: z.string(), engine: z.enum(TEMPLATE_ENGINES) })
    .optional()
    .describe(
      'The template that set the issued certificate, with the hash of its source and the engine; omitted for the built-in one'
    )
});

/** Filters of a list of calibrations: the decisive verdict, or out of tolerance as found. */
export const JUDGEMENTS = ['conforms', 'does_not_conform', 'not_judged', 'failed_as_found'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];
export const CALIBRATION_SORTS = ['calibration_date', 'recorded_at', 'asset', 'certificate_number'] as const;
export type CalibrationSort = (typeof CALIBRATION_SORTS)[number];

const verdict = z.enum(VERDICTS).nullable();
const profilePlace = z.strictObject({
  measured: z.number(),
  reference: z.number(),
  u: z.number().describe('Combined standard uncertainty of the corrected value at this place'),
  error: z.number().nullable().optional().describe('Error as found, as stated in the record'),
  error_uncertainty: z.number().nullable().optional().describe('Its expanded uncertainty')
});
/** The result at a few places, for health and comparison without the points. */
export const calibrationProfileSchema = z.strictObject({
  low: z.number().describe('Smallest indication the curve is based on'),
  high: z.number(),
  adjusted: z.boolean().describe('A run before an adjustment was recorded; the places are from that run'),
  as_found: verdict,
  as_left: verdict,
  reference_u: z.number().nullable().describe('Standard uncertainty of the reference, common to all places'),
  places: z.array(profilePlace),
  left: z.array(profilePlace).optional().describe('After an adjustment, if there is no curve')
});

/** The part of a calibration that lists and devices store: no points, no diagnostics. */
export const calibrationHeaderSchema = z.strictObject({
  id,
  version: z.int().positive(),
  kind: z.enum(['internal', 'external']),
  organization_id: id,
  asset: z.strictObject({ id, asset_id: z.string(), name: z.string() }),
  channel_id: id.nullable(),
  calibration_date: calendarDate,
  due_date: calendarDate.nullable(),
  calibration_location_id: id.nullable(),
  procedure_id: id.nullable(),
  procedure_revision: z.int().nullable().describe('The revision that was followed; null if unknown'),
  reference_asset_id: id.nullable(),
  reference_channel_id: id.nullable(),
  reference_calibration_id: id.nullable(),
  reference_superseded: z.boolean(),
  reference_reason: z.string().nullable(),
  customer: z.strictObject({ name: z.string(), address: z.string().nullable() }).nullable(),
  replaces_calibration_id: id.nullable(),
  lab_name: z.string().nullable(),
  lab_certificate_number: z.string().nullable(),
  lab_accreditation: z.string().nullable(),
  specification: z.string().nullable(),
  received_on: calendarDate.nullable(),
  item_condition: z.string().nullable(),
  customer_data: customerDataSchema,
  coefficients_only: coefficientsOnlySchema.nullable(),
  environment: environmentSchema.nullable(),
  notes: z.string().nullable(),
  recorded_by: actedSchema,
  recorded_at: instant,
  imported: z.boolean().describe('Came from another installation or system and was not recorded here'),
  voided: z.strictObject({ at: instant, by: actedSchema, reason: z.string().nullable() }).nullable(),
  reviewed: z.strictObject({ by: actedSchema, at: instant }).nullable(),
  engine: z.string().nullable(),
  conforms: z.boolean().nullable(),
  unit: z.string().nullable(),
  measured_unit: z.string().nullable(),
  /** The complete curve, ready to evaluate; null only if a calibration has no results. */
  curve: z
    .strictObject({
      model: z.enum(MODELS),
      coefficients: z.array(z.number()),
      center: z.number(),
      scale: z.number(),
      numerator: z.int().optional(),
      expression: z.string().optional(),
      knots: z.array(z.number()).optional(),
      equation: z.string().nullable()
    })
    .nullable(),
  profile: calibrationProfileSchema.nullable(),
  expanded_uncertainty: z.number().nullable(),
  coverage_factor: z.number().nullable(),
  effective_degrees_of_freedom: z.number().nullable(),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  certificate: certificateStateSchema.nullable()
});
export type CalibrationHeader = z.infer<typeof calibrationHeaderSchema>;

export const calibrationSchema = calibrationHeaderSchema.extend({
  analysis_request: analysisRequestSchema.nullable(),
  points: z.array(pointResultSchema),
  result: analysisResultSchema.nullable(),
  device_result: analysisResultSchema.nullable(),
  original: z
    .strictObject({
      system: z.string(),
      statistics: z.record(z.string(), z.unknown()).describe('Its numbers, under the names used there')
    })
    .nullable()
    .describe('Results computed by the other system, if the record was imported')
});
export type Calibration = z.infer<typeof calibrationSchema>;

export const keepBody = z.strictObject({ reason: text(2000) });
export const reissueBody = z.strictObject({ reason: text(2000) });
export const returnBody = z.strictObject({ reason: text(2000) });
export const answerBody = z.strictObject({ answer: text(2000) });
export const voidBody = z.strictObject({ reason: optionalText(2000).optional() });
export const certificateUrlSchema = z.strictObject({
  url: z.string(),
  expires_at: instant,
  sha256: z.string().describe('Of the file at that address')
});
