import { createHash } from 'node:crypto';

/** SHA-256, hex, of a payload's UTF-8 bytes: with its author it tells a second delivery from another calibration. */
export const payloadDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
