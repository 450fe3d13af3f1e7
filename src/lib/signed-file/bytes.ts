/** One character a byte: what stands outside of streams is ASCII. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

export const asciiOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** More than the room of any of our signatures and time stamps, in digits: what is longer is none, and would take seconds to read. */
export const MOST_SIGNATURE_DIGITS = 1 << 18;

export const bytesOfHex = (digits: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: digits.length >> 1 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A value in DER (ITU-T X.690, 10.1): its tag, the length of its contents in the shortest form, and these. */
export function derValue(tag: number, contents: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = joined(contents);
  const digits: number[] = [];
  for (let rest = content.length; rest > 0; rest >>>= 8) digits.unshift(rest & 0xff);
  const length = content.length < 0x80 ? [content.length] : [0x80 | digits.length, ...digits];
  return joined([Uint8Array.from([tag, ...length]), content]);
}

/** Bytes of the first value in DER; null if it has none of a definite length. */
export function derLength(bytes: Uint8Array): number | null {
  const [, first = 0] = bytes;
  if (bytes.length < 2 || first === 0x80) return null;
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  if (count > 4 || bytes.length < 2 + count) return null;
  return 2 + count + bytes.subarray(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
}
