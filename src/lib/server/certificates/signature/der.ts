/** The parts of DER (ITU-T X.690) needed for a signature. */

import { derValue } from '#lib/signed-file/bytes.ts';

export const TAG = { integer: 0x02, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30, set: 0x31 } as const;

export const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer =>
  Buffer.from(derValue(tag, contents).buffer);

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(TAG.sequence, ...parts);

/** The members of a SET OF in the order required by DER. */
export const setOf = (tag: number, parts: readonly Uint8Array[]): Buffer =>
  der(tag, ...[...parts].sort((a, b) => Buffer.compare(a, b)));

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [40 * first + second];
  for (const arc of rest) {
    const digits = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return der(TAG.oid, Buffer.from(bytes));
}

/** A non-negative whole number given by its bytes, most significant first. */
export function integer(bytes: Uint8Array): Buffer {
  const significant = bytes.subarray(
    Math.max(
      0,
      Math.min(
        bytes.findIndex((byte) => byte !== 0),
        bytes.length - 1
      )
    )
  );
  const positive =
    (significant[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), significant]) : Buffer.from(significant);
  return der(TAG.integer, positive.length > 0 ? positive : Buffer.from([0]));
}

export type DerValue = { readonly tag: number; readonly content: Buffer; readonly whole: Buffer };

/** The value that begins at `offset`. Throws if the bytes end too early. */
export function readDer(bytes: Uint8Array, offset = 0): DerValue {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = buffer.readUInt8(offset);
  const first = buffer.readUInt8(offset + 1);
  const digits = first < 0x80 ? 0 : first & 0x7f;
  const length = digits === 0 ? first : buffer.readUIntBE(offset + 2, digits);
  const start = offset + 2 + digits;
  if (start + length > buffer.length) throw new Error('The DER value is cut off');
  return { tag, content: buffer.subarray(start, start + length), whole: buffer.subarray(offset, start + length) };
}

/** The values inside of a constructed one. */
export function readParts(value: DerValue): readonly DerValue[] {
  const parts: DerValue[] = [];
  for (let offset = 0; offset < value.content.length;) {
    const part = readDer(value.content, offset);
    parts.push(part);
    offset += part.whole.length;
  }
  return parts;
}
