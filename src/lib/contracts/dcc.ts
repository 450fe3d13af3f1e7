/** What was read from a digital calibration certificate (PTB DCC 2.4 to 3.3) that another laboratory wrote. */
import { z } from 'zod';
import { instant } from './primitives.ts';

const text = z.string();
const number = z.number().nullable().describe('Null if the certificate states NaN');

const signature = z.strictObject({
  state: z
    .enum(['none', 'intact', 'not_checked'])
    .describe(
      '`intact`: unchanged since it was signed; whether the signer can be trusted is not checked. `not_checked`: it has a signature that cannot be checked here, so that it may have been changed since. A file with a broken signature is refused'
    ),
  signer: z
    .strictObject({ name: text, fingerprint_sha256: text, valid_to: instant })
    .nullable()
    .describe('As stated in the signing certificate in the file; null unless the signature is intact')
});
export type DccSignature = z.infer<typeof signature>;

export const DCC_COLUMNS = ['reference', 'indication', 'error', 'corrected', 'other'] as const;
const column = z.strictObject({
  path: text.describe('XPath of the quantity'),
  name: text.nullable(),
  ref_types: z.array(text),
  column: z.enum(DCC_COLUMNS),
  unit: text.nullable().describe('Null if Plumbline does not know the unit'),
  unit_dsi: text,
  values: z.array(number),
  uncertainty: z
    .strictObject({
      values: z.array(number).describe('Expanded uncertainty, or the standard uncertainty with k = 1'),
      k: z.array(number),
      probability: z.array(number),
      distribution: text.nullable()
    })
    .nullable()
    .describe('One entry for each value')
});
export type DccColumn = z.infer<typeof column>;

const result = z.strictObject({
  path: text,
  name: text.nullable(),
  adjustment: z.enum(['before', 'after']).nullable().describe('Before or after an adjustment or repair, if stated'),
  columns: z.array(column)
});
export type DccResult = z.infer<typeof result>;

const point = z.strictObject({
  reference: z.number(),
  measured: z.number(),
  expanded_uncertainty: z.number().nonnegative().nullable(),
  coverage_factor: z.number().positive().nullable()
});
/** What a calibration to record would take from a result. */
const proposal = z.strictObject({
  path: text.describe('XPath of the result with these points'),
  unit: text.nullable(),
  measured_unit: text.nullable(),
  uncertainty_path: text.nullable().describe('XPath of the quantity for which U is stated; null if none is'),
  uncertainty_unit: text
    .nullable()
    .describe('Of the quantity for which U is stated; null if none is, or its unit is not known'),
  points: z.array(point)
});
export type DccProposal = z.infer<typeof proposal>;

export const dccReadingSchema = z.strictObject({
  schema_version: text,
  sha256: text.describe('SHA-256 of the file'),
  certificate_number: text,
  laboratory: z.strictObject({ name: text, code: text.nullable(), address: text.nullable() }),
  calibrated_from: text,
  calibrated_to: text,
  received_on: text.nullable(),
  issued_on: text.nullable(),
  customer: text.nullable(),
  items: z.array(
    z.strictObject({
      name: text,
      manufacturer: text.nullable(),
      model: text.nullable(),
      identifications: z.array(z.strictObject({ issuer: text, value: text, name: text.nullable() }))
    })
  ),
  conditions: z.array(
    z.strictObject({
      path: text.describe('XPath of the quantity'),
      name: text.nullable(),
      value: z.number(),
      unit: text.nullable(),
      unit_dsi: text
    })
  ),
  results: z.array(result),
  proposals: z.array(proposal).describe('The results that have a reference value and an indication or an error'),
  signature,
  leftovers: z
    .array(z.strictObject({ path: text, text }))
    .describe('Everything in the file that is not represented above, with its XPath')
});
export type DccReading = z.infer<typeof dccReadingSchema>;
