/**
 * Everything that a certificate prints beside the numbers. Frozen with the calibration when it is saved: a renamed asset or a
 * moved laboratory never changes what was certified (ISO/IEC 17025 7.8.2).
 */
import { z } from 'zod';
import { calendarDate, id, instant, languageSchema } from './primitives.ts';

const party = z.strictObject({ name: z.string(), address: z.string().nullable() });

export const measuringFieldsContext = z.strictObject({
  quantity: z.string().nullable(),
  unit: z.string().nullable(),
  measured_unit: z.string().nullable(),
  range_min: z.number().nullable(),
  range_max: z.number().nullable(),
  resolution: z.number().nullable()
});

export const certificateContextSchema = z.strictObject({
  certificate_number: z.string(),
  language: languageSchema,
  verify_url: z.string(),
  calibration: z.strictObject({
    id,
    version: z.int().positive(),
    kind: z.enum(['internal', 'external']),
    calibration_date: calendarDate,
    due_date: calendarDate.nullable(),
    recorded_at: instant,
    lab_name: z.string().nullable(),
    lab_certificate_number: z.string().nullable(),
    notes: z.string().nullable()
  }),
  organization: z.strictObject({
    id,
    name: z.string(),
    full_name: z.string().nullable(),
    address: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    logo_file_id: id.nullable()
  }),
  /** Where the work was done; null when no calibration location was given. */
  place: party.nullable(),
  customer: party.nullable(),
  asset: z.strictObject({
    id,
    asset_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
    serial_number: z.string().nullable(),
    location_name: z.string().nullable()
  }),
  channel: z.strictObject({ id, name: z.string() }).nullable(),
  measuring: measuringFieldsContext,
  procedure: z
    .strictObject({ code: z.string().nullable(), name: z.string(), revision: z.string().nullable() })
    .nullable(),
  /** The reference as it stood: its own certificate is the link of traceability. */
  reference: z
    .strictObject({
      asset_id: z.string(),
      name: z.string(),
      serial_number: z.string().nullable(),
      certificate_number: z.string().nullable(),
      calibrated_by: z.string().nullable(),
      calibration_date: calendarDate,
      due_date: calendarDate.nullable(),
      expanded_uncertainty: z.number(),
      coverage_factor: z.number(),
      unit: z.string().nullable()
    })
    .nullable(),
  technician: z.strictObject({ full_name: z.string(), role: z.string() }),
  environment: z
    .strictObject({
      temperature_c: z.number().optional(),
      relative_humidity_percent: z.number().optional(),
      pressure_kpa: z.number().optional()
    })
    .nullable(),
  replaces: z.strictObject({ certificate_number: z.string().nullable(), version: z.int() }).nullable()
});
export type CertificateContext = z.infer<typeof certificateContextSchema>;
