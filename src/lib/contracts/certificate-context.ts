/**
 * Everything that a certificate prints besides the numbers. Frozen with the calibration when it is saved: a renamed
 * asset or a moved laboratory never changes what was certified (ISO/IEC 17025 7.8.2). Contexts of earlier formats stay
 * unchanged; `readCertificateContext` reads them.
 */
import { z } from 'zod';
import { customerDataSchema } from './customer-data.ts';
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

const person = z.strictObject({ full_name: z.string(), role: z.string() });

export const certificateContextSchema = z.strictObject({
  format: z.literal(3),
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
    /** Accreditation number of the external laboratory. */
    lab_accreditation: z.string().nullable(),
    /** The source of the limits: document and edition. */
    specification: z.string().nullable(),
    received_on: calendarDate.nullable(),
    item_condition: z.string().nullable(),
    /** Which data the customer supplied; omitted if none, as in contexts from before this field. */
    customer_data: customerDataSchema.optional(),
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
  /** Where the calibration was performed; null if no location was stated. */
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
    .strictObject({
      /** Missing in contexts from before procedures had revisions. */
      id: id.optional(),
      code: z.string().nullable(),
      name: z.string(),
      revision: z.string().nullable()
    })
    .nullable(),
  /** The reference at that time; its own certificate is the traceability link. */
  reference: z
    .strictObject({
      asset_id: z.string(),
      name: z.string(),
      serial_number: z.string().nullable(),
      certificate_number: z.string().nullable(),
      calibrated_by: z.string().nullable(),
      accreditation: z.string().nullable(),
      calibration_date: calendarDate,
      due_date: calendarDate.nullable(),
      expanded_uncertainty: z.number(),
      coverage_factor: z.number(),
      unit: z.string().nullable()
    })
    .nullable(),
  /** Who performed the calibration, or recorded an external one. */
  technician: person,
  /**
   * Who authorized the release, and when if it was not by recording; null where it was not recorded. If it takes a second person, this is
   * frozen before they have decided: `by` is then null, and the printed context has it from the record (`db/certificates.ts`).
   */
  release: z.strictObject({ by: person.nullable(), automatic: z.boolean(), at: instant.nullable() }).nullable(),
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

/** Recording always authorized the release. */
const secondFormat = certificateContextSchema.extend({
  format: z.literal(2),
  release: z.strictObject({ by: person, automatic: z.boolean() }).nullable()
});

const fromSecondFormat = (old: z.infer<typeof secondFormat>): CertificateContext => ({
  ...old,
  format: 3,
  release: old.release && { ...old.release, at: null }
});

/** From before formats were numbered: fields added since are not recorded. */
const firstFormat = certificateContextSchema.omit({ format: true, release: true }).extend({
  calibration: certificateContextSchema.shape.calibration.omit({
    lab_accreditation: true,
    specification: true,
    received_on: true,
    item_condition: true,
    customer_data: true
  }),
  reference: certificateContextSchema.shape.reference.unwrap().omit({ accreditation: true }).nullable()
});

function fromFirstFormat(old: z.infer<typeof firstFormat>): CertificateContext {
  const unknown = { lab_accreditation: null, specification: null, received_on: null, item_condition: null };
  return {
    ...old,
    format: 3,
    calibration: { ...old.calibration, ...unknown },
    reference: old.reference && { ...old.reference, accreditation: null },
    release: null
  };
}

/** Converts a stored context of any format to the current one. */
export const readCertificateContext = z.union([
  certificateContextSchema,
  secondFormat.transform(fromSecondFormat),
  firstFormat.transform(fromFirstFormat)
]);
