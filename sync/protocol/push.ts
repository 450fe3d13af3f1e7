/** `POST /api/v1/sync/push`: saved calibrations on their way to the server. */
import { z } from 'zod';
import { calibrationHeaderSchema } from '#lib/contracts/calibrations.ts';
import { id, instant } from '#lib/contracts/primitives.ts';
import { mutationError } from './errors.ts';
import { MAX_MUTATIONS, MAX_PUSH_BYTES } from './limits.ts';

/** What a device's clock says, however wrong it is, even where that is no date any more: no entry is held up for that. */
const clockReading = z.string().max(64).describe('RFC 3339, UTC');

export const mutationSchema = z.strictObject({
  /** Also the calibration's id. */
  id,
  type: z.literal('calibration.create'),
  payload_version: z.int().positive(),
  /** What the author saw when saving; the server notes differences, it does not refuse for them. */
  base: z.strictObject({ asset_updated_at: instant.optional(), reference_calibration_id: id.optional() }),
  created_at: clockReading,
  /**
   * The JSON text of the create body, as a string: exactly the bytes that the device has stored, so that the hash which
   * makes a second delivery a duplicate never depends on how JSON is written.
   */
  payload: z.string().max(MAX_PUSH_BYTES),
  /** SHA-256 of the payload's UTF-8 bytes, lower-case hex. Damaged on the way or on the disk: `payload_damaged`. */
  payload_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** How often the entry was sent, this time included: what arrives after a later attempt was refused is not applied. */
  attempt: z.int().positive().max(1_000_000).optional(),
  /** Where the entry was applied before, as far as the device was told: what the server gave it then (`receipt` below). */
  receipt: z.string().max(2000).optional()
});
export type Mutation = z.infer<typeof mutationSchema>;

export const pushRequest = z.strictObject({
  device_id: id,
  /** Of the data that the device has seen last; left out before the first contact. Another one is answered 410, nothing is applied. */
  generation: id.optional(),
  /** The device's clock at sending: its difference from the server's is the skew that is noted above five minutes. */
  sent_at: clockReading,
  mutations: z.array(mutationSchema).min(1).max(MAX_MUTATIONS)
});
export type PushRequest = z.infer<typeof pushRequest>;

const settled = {
  id,
  /** The stored record; left out where the author may no longer read it. */
  record: calibrationHeaderSchema.optional(),
  /**
   * The server's own word for the version and the certificate number, sealed: kept by the device, and sent with the entry should
   * it have to be offered again to older data. Left out with the record.
   */
  receipt: z.string().max(2000).optional(),
  warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })).optional()
};

export const mutationResult = z.discriminatedUnion('status', [
  z.strictObject({ ...settled, status: z.literal('applied') }),
  /** Same id, same author, same bytes: it was applied before. */
  z.strictObject({ ...settled, status: z.literal('duplicate') }),
  /** Nothing was written and nothing is remembered: the corrected entry keeps its id. */
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
  /** Of the data that the results were written to. */
  generation: id
});
export type PushAnswer = z.infer<typeof pushAnswer>;
