/**
 * How far a device has read one collection. Opaque to the device: only the server writes and reads the contents, so
 * they can change without the devices.
 */
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';

export const checkpointSchema = z.strictObject({
  /** The generation of the database; a restored one has another, and the device pulls from scratch. */
  generation: id,
  /** Last change number read, by organization (NO_ORGANIZATION for rows that belong to none). */
  seq: z.record(id, z.int().nonnegative()),
  /** Last number read of the reader's own stream: the notifications. */
  user: z.int().nonnegative()
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** The transmitted text: base64url of the JSON. */
export function encodeCheckpoint(checkpoint: Checkpoint): string {
  return btoa(JSON.stringify(checkpoint)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes a checkpoint; null for any text that `encodeCheckpoint` did not write (the server answers 410). */
export function decodeCheckpoint(text: string): Checkpoint | null {
  try {
    const parsed = checkpointSchema.safeParse(JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
