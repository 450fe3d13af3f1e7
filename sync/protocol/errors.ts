/** Reasons for a refusal, as data. Devices branch on the code and show the sentence. */
import { z } from 'zod';

/** Why one mutation was rejected. `code` is one of MUTATION_CODES or, for the issues of a body, a code of the contract. */
export const mutationError = z.strictObject({
  code: z.string().max(64),
  /** What to do, for people. */
  detail: z.string(),
  /** The location in the payload, as in the validation error of the REST API; `loc` begins with `body`. */
  issues: z.array(z.strictObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() })).optional(),
  context: z.record(z.string(), z.unknown()).optional()
});
export type MutationError = z.infer<typeof mutationError>;

/** The codes of a rejected mutation that the device handles specially. */
export const MUTATION_CODES = [
  /** The payload is not a calibration (the issues say where). */
  'validation',
  /** The bytes do not match their hash. */
  'payload_damaged',
  /** The id in the payload is not the mutation's. */
  'id_mismatch',
  /** Written by a newer version of the app than this server supports. */
  'payload_version_unknown',
  /** Another calibration, or another author, has this id. */
  'id_reused',
  /** A later attempt has already been refused; this delayed one is no longer applied. */
  'overtaken',
  /** The asset or channel does not exist or is not visible to the author. */
  'not_found',
  'ambiguous_ref',
  /** The author may not record for this organization. */
  'forbidden',
  /** Same engine, different numbers: the context has both. */
  'result_mismatch',
  /** An older engine, and a verdict or a rounded uncertainty now differs: the author has to confirm it. */
  'result_changed',
  /** Judged with a different history than the server's, and a verdict differs: the context has both. */
  'history_differs'
] as const;
