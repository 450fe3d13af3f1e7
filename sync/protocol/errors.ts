/** Why something was refused: data, not sentences. Devices branch on the code and show the sentence. */
import { z } from 'zod';

/** Why one mutation was rejected. `code` is one of MUTATION_CODES or, for the issues of a body, a code of the contract. */
export const mutationError = z.strictObject({
  code: z.string().max(64),
  /** What to do, for people. */
  detail: z.string(),
  /** Where in the payload, as in the validation error of the REST API; `loc` begins with `body`. */
  issues: z.array(z.strictObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() })).optional(),
  context: z.record(z.string(), z.unknown()).optional()
});
export type MutationError = z.infer<typeof mutationError>;

/** The codes of a rejected mutation that have a meaning of their own on the device. */
export const MUTATION_CODES = [
  /** The payload is not a calibration (the issues say where). */
  'validation',
  /** The bytes do not match their hash. */
  'payload_damaged',
  /** The id in the payload is not the mutation's. */
  'id_mismatch',
  /** Written by a newer device than this server reads. */
  'payload_version_unknown',
  /** Another calibration, or another author, has this id. */
  'id_reused',
  /** A later attempt was refused already; this one, which was on its way for long, is not applied any more. */
  'overtaken',
  /** Asset or channel are gone, or may not be seen. */
  'not_found',
  'ambiguous_ref',
  /** The author may not record for this organization. */
  'forbidden',
  /** Same engine, other numbers: the context carries both. */
  'result_mismatch',
  /** An older engine, and a verdict or a rounded uncertainty differs now: to be confirmed by its author. */
  'result_changed',
  /** Judged with another history than the server's, and a verdict differs: the context carries both. */
  'history_differs'
] as const;
