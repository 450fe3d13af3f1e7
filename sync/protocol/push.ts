/** `POST /api/v1/sync/push`: sends saved calibrations to the server. */
import { z } from 'zod';
import { calibrationHeaderSchema } from '#lib/contracts/calibrations.ts';
import { id, instant } from '#lib/contracts/primitives.ts';
import { mutationError } from './errors.ts';
import { MAX_MUTATIONS, MAX_PUSH_BYTES } from './limits.ts';

/** The time of a device's clock, however wrong, even if it is not a valid date: no entry is held up for that. */
const clockReading = z.string().max(64).describe('RFC 3339, UTC');

export const mutationSchema = z.strictObject({
  /** Also the calibration's id. */
  id,
  type: z.literal('calibration.create'),
  payload_version: z.int().positive(),
  /** The state that the author saw when saving; the server notes differences but does not refuse the entry. */
  base: z.strictObject({ asset_updated_at: instant.optional(), reference_calibration_id: id.optional() }),
  created_at: clockReading,
  /**
   * The JSON text of the create body, as a string: exactly the bytes stored on the device, so that the hash that
   * detects duplicates never depends on JSON formatting.
   */
  payload: z.string().max(MAX_PUSH_BYTES),
  /** SHA-256 of the payload's UTF-8 bytes, lower-case hex. If it does not match: `payload_damaged`. */
  payload_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /**
   * How often the entry was sent, including this time: an attempt that arrives after a later one was refused is not
   * applied.
   */
  attempt: z.int().positive().max(1_000_000).optional(),
  /** If the entry was confirmed as applied before: the server's `receipt` (below). */
  receipt: z.string().max(2000).optional()
});
export type Mutation = z.infer<typeof mutationSchema>;

export const pushRequest = z.strictObject({
  device_id: id,
  /**
   * The generation the device last saw; omitted before the first contact. If it differs, the server answers 410 and
   * applies nothing.
   */
  generation: id.optional(),
  /** The device's clock at sending: a difference of more than five minutes from the server's is noted as clock skew. */
  sent_at: clockReading,
  mutations: z.array(mutationSchema).min(1).max(MAX_MUTATIONS)
});
export type PushRequest = z.infer<typeof pushRequest>;

const settled = {
  id,
  /** The stored record; omitted if the author may no longer read it. */
  record: calibrationHeaderSchema.optional(),
  /**
   * The server's sealed receipt for the version and the certificate number: the device stores it and sends it with the
   * entry if it has to be offered again to older data. Omitted if the record is.
   */
  receipt: z.string().max(2000).optional(),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })).optional()
};

export const mutationResult = z.discriminatedUnion('status', [
  z.strictObject({ ...settled, status: z.literal('applied') }),
  /** Same id, same author, same bytes: it was applied before. */
  z.strictObject({ ...settled, status: z.literal('duplicate') }),
  /** Nothing was written or stored: the corrected entry keeps its id. */
  z.strictObject({ id, status: z.literal('rejected'), errors: z.array(mutationError).min(1) }),
  /** Nothing was written; the same bytes may succeed later. */
  z.strictObject({
    id,
    status: z.literal('retry'),
    errors: z.array(mutationError).optional(),
    retry_after_seconds: z.number().nonnegative().optional()
  })
]);
export type MutationResult = z.infer<typeof mutationResult>;

/** One result for each mutation, in the order sent. */
export const pushAnswer = z.strictObject({
  results: z.array(mutationResult),
  /** The generation the results were written to. */
  generation: id
});
export type PushAnswer = z.infer<typeof pushAnswer>;
