import { bytesOfHex, derLength, MOST_SIGNATURE_DIGITS, textOf } from './bytes.ts';

/** The signature of a PDF as it stands in the file (ISO 32000-1, 12.8), without reading the rest of it. */
export type FoundSignature = {
  /** The bytes that it covers. */
  readonly signed: Uint8Array;
  /** The message, in DER. */
  readonly cms: Uint8Array;
  /** The whole /Contents, with what is left of its room. */
  readonly contents: Uint8Array;
  /** What it says it is for; part of what was signed. */
  readonly reason: string | null;
};

const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/gu;
/** So far from the message the entries of its dictionary stand, at most. */
const AROUND = 2000;

/**
 * `none` if the file has no signature; `broken` if it has several, or one that does not cover the whole file but itself: then something was
 * appended, or its place was moved.
 */
export function findSignature(bytes: Uint8Array): FoundSignature | 'none' | 'broken' {
  const text = textOf(bytes);
  const mentioned = text.split('/ByteRange').length - 1;
  if (mentioned === 0) return 'none';
  const ranges = [...text.matchAll(BYTE_RANGE)];
  const [range] = ranges;
  if (range === undefined || mentioned !== 1) return 'broken';
  const [first = 0, end = 0, after = 0, length = 0] = range.slice(1).map(Number);
  if (first !== 0 || end >= after || after + length !== bytes.length) return 'broken';
  if (after - end > MOST_SIGNATURE_DIGITS) return 'broken';
  const gap = /^<([0-9a-f]+)>$/u.exec(text.slice(end, after));
  const digits = gap?.[1] ?? '';
  if (digits === '' || !/\/Contents\s*$/u.test(text.slice(Math.max(0, end - AROUND), end))) return 'broken';
  const message = bytesOfHex(digits);
  const size = derLength(message);
  // Behind the message stands only the room that was left for it.
  if (size === null || size > message.length || message.subarray(size).some((byte) => byte !== 0)) return 'broken';
  const signed = new Uint8Array(end + length);
  signed.set(bytes.subarray(0, end));
  signed.set(bytes.subarray(after), end);
  const around = text.slice(Math.max(0, end - AROUND), end) + text.slice(after, after + AROUND);
  return { signed, cms: message.subarray(0, size), contents: message, reason: reasonIn(around) };
}

/** A text of the dictionary, in hexadecimal digits as UTF-16. */
function reasonIn(dictionary: string): string | null {
  const digits = /\/Reason\s*<FEFF([0-9A-F]*)>/iu.exec(dictionary)?.[1];
  if (digits === undefined) return null;
  return new TextDecoder('utf-16be').decode(bytesOfHex(digits));
}
