import { createHash } from 'node:crypto';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { canonicalJsonParts } from '#lib/laboratory/canonical-json.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';

/** SHA-256, hex, of a payload's UTF-8 bytes: with its author it tells a second delivery from another calibration. */
export const payloadDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The same of what it says, however it is spelled: one digest for what a device sends and what the API is given. Thousands of points
 * are written in turns.
 */
export async function contentDigest(id: string, body: CreateCalibrationBody): Promise<string> {
  const hash = createHash('sha256');
  const pause = takeTurns();
  for (const part of canonicalJsonParts({ ...body, id })) {
    hash.update(part);
    await pause();
  }
  return hash.digest('hex');
}
