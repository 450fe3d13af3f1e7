// cspell:ignore Parms
import { inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { PDFArray, PDFName, type PDFDict, type PDFRawStream } from '@cantoo/pdf-lib';
import { Allowance, allowedBytes, MOST } from './budget.ts';

/** How TeX stores streams. */
export type Storage = 'plain' | 'FlateDecode' | 'DCTDecode';

/** @throws where it is another one, or several: viewers and this program might read it in different ways */
export function storageOf(dict: PDFDict): Storage {
  const given = dict.lookup(PDFName.of('Filter'));
  const [filter, ...others] = given instanceof PDFArray ? given.asArray().map((_, i) => given.lookup(i)) : [given];
  if (others.length === 0 && ['F', 'FFilter'].every((name) => !dict.has(PDFName.of(name)))) {
    if (filter === undefined) return 'plain';
    if (filter === PDFName.of('FlateDecode')) return 'FlateDecode';
    if (filter === PDFName.of('DCTDecode')) return 'DCTDecode';
  }
  throw unusual();
}

const unusual = () => new Error('a stream in it is stored in an unusual way');

/**
 * The bytes of a stream as they were before they were compressed.
 * @param allowed is what all streams of the document may come to
 * @throws where there are more, or it cannot be read
 */
export function bytesOf({ dict, contents }: PDFRawStream, allowed: Allowance): Uint8Array {
  const storage = storageOf(dict);
  if (storage === 'DCTDecode') throw unusual();
  if (['DecodeParms', 'DP'].some((name) => dict.has(PDFName.of(name)))) throw unusual();
  const bytes = storage === 'plain' ? contents : inflated(inflateSync, contents, allowed)?.buffer;
  if (bytes === undefined) throw new Error('a stream in it cannot be read');
  allowed.take(bytes.length);
  return bytes;
}

type Inflated = { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } };

/**
 * What was compressed; null if it is broken.
 * @throws where it is more than is allowed
 */
function inflated(inflate: typeof inflateSync, compressed: Uint8Array, allowed: Allowance): Inflated | null {
  try {
    // With what it has read (Node's option `info`, which its types do not know).
    return inflate(compressed, { maxOutputLength: allowed.left + 1, info: true } as ZlibOptions) as unknown as Inflated;
  } catch (thrown) {
    const isTooLarge = thrown instanceof RangeError && 'code' in thrown;
    if (isTooLarge) allowed.take(allowed.left + 1);
    return null;
  }
}

const SPACE = String.raw`[\0\t\n\f\r ]*`;
const END = String.raw`(?![^\0\t\n\f\r ()<>[\]{}/%])`;
/** A name's letter may be written as its number. */
const FILTER = [...'Filter'].map((one) => `(?:${one}|#${one.charCodeAt(0).toString(16)})`).join('');
const USUAL = `/(?:FlateDecode|DCTDecode)${END}`;
const UNUSUAL_FILTER = new RegExp(
  String.raw`/${FILTER}${END}(?!${SPACE}(?:${USUAL}|\[${SPACE}${USUAL}${SPACE}\]))`,
  'iu'
);

/**
 * Sees to it that a file can be loaded: the library reads streams with objects while it loads, however large they become.
 * @throws where the streams come to too much, or are stored in an unusual way
 */
export function assertLoadable(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (UNUSUAL_FILTER.test(bytes.toString('latin1'))) throw unusual();
  const allowed = allowedBytes();
  const streams = new Allowance(MOST.streams, 'it has too many streams');
  const broken = new Allowance(MOST.brokenStreams, 'it has too many streams that cannot be read');
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 1)) {
    let from = at + 'stream'.length;
    while (from < at + 8 && [0x0d, 0x0a].includes(bytes[from] ?? 0)) from += 1;
    const header = bytes.subarray(from, from + 2);
    // That of what is compressed by deflate; the library reads no other. Its checksum does not matter here.
    if (header.length < 2 || ((header[0] ?? 0) & 0x0f) !== 8 || header.readUInt16BE() % 31 !== 0) continue;
    streams.take(1);
    const found = inflated(inflateRawSync, bytes.subarray(from + 2), allowed);
    // What gives nothing is read as well.
    if (found) allowed.take(found.buffer.length + found.engine.bytesWritten);
    else broken.take(1);
  }
}
