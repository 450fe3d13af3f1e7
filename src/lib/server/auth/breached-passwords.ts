import { createHash } from 'node:crypto';
import { BREACHED_PRINTS } from './breached-prints.ts';

/** Of 10 000 passwords, one in 400 000 phrases that nobody ever used is refused by chance. */
const BYTES_OF_PRINT = 4;

/** The first bytes of the SHA-256 of a password in lower case: enough to recognize it, and no list of words to carry. */
export const printOf = (password: string): number =>
  createHash('sha256').update(password.toLowerCase()).digest().readUInt32BE(0);

/** @param prints @returns them as text: ascending, each once, four bytes each, in base64 */
export function packPrints(prints: Iterable<number>): string {
  const ordered = [...new Set(prints)].sort((a, b) => a - b);
  const bytes = Buffer.alloc(ordered.length * BYTES_OF_PRINT);
  ordered.forEach((print, index) => bytes.writeUInt32BE(print, index * BYTES_OF_PRINT));
  return bytes.toString('base64');
}

export function unpackPrints(packed: string): ReadonlySet<number> {
  const bytes = Buffer.from(packed, 'base64');
  const prints = new Set<number>();
  for (let at = 0; at < bytes.length; at += BYTES_OF_PRINT) prints.add(bytes.readUInt32BE(at));
  return prints;
}

const breached = unpackPrints(BREACHED_PRINTS);

/** Whether a password is on the list of those that were found in stolen data, in upper or lower case. Asks nobody. */
export const isBreachedPassword = (password: string): boolean => breached.has(printOf(password));
