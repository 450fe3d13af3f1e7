import { createHash } from 'node:crypto';
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import { canonicalJsonParts } from '#lib/laboratory/canonical-json.ts';
import { takeTurns } from '#lib/server/turns/take-turns.ts';

/**
 * SHA-256, hex, of a payload's UTF-8 bytes: with its author it distinguishes a second delivery from another
 * calibration.
 */
export const payloadDigest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The digest of the content, independent of formatting: the same for devices and the API. Thousands of points are
 * written in slices.
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
