import type { FileHandle } from 'node:fs/promises';
import {
  CENTRAL,
  CENTRAL_BYTES,
  DEFLATED,
  END,
  END_64,
  END_64_BYTES,
  END_64_PLACE,
  END_64_PLACE_BYTES,
  END_BYTES,
  EXTRA_64,
  LOCAL_BYTES,
  MAX_16,
  MAX_32,
  STORED
} from './zip-records.ts';
import { entryName } from './entry-names.ts';
import { ZipEntries, type Placed, type ZipEntry } from './zip-entries.ts';
import { refusedArchive, refusedEntry, ZIP_LIMITS, type ZipBounds } from './zip-limits.ts';

type Directory = { readonly at: number; readonly bytes: number; readonly entries: number };

/** Bytes of a file, all of them or a refusal. @param least that are enough where the file ends */
export async function readAt(file: FileHandle, at: number, length: number, least = length): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < least) throw refusedArchive('The archive is incomplete.');
  return bytes.subarray(0, bytesRead);
}

/**
 * The entries of a ZIP, by its directory, in the order in which they lie in the file; folders are left out.
 * @param isKept whether an entry of this name may be an archive
 * @throws Refusal `archive_refused`
 */
export async function readDirectory(
  file: FileHandle,
  isKept: (name: string) => boolean,
  bounds: ZipBounds
): Promise<ZipEntries> {
  const { size } = await file.stat();
  const directory = await findDirectory(file, size);
  if (directory.entries > bounds.entries) {
    throw refusedArchive(`The archive has ${directory.entries} entries; at most ${bounds.entries} are read.`);
  }
  if (directory.bytes > ZIP_LIMITS.directory || directory.at + directory.bytes > size) {
    throw refusedArchive('The directory of the archive is larger than the archive.');
  }
  const bytes = await readAt(file, directory.at, directory.bytes);
  const found = new ZipEntries.Builder(directory.entries);
  let at = 0;
  for (let i = 0; i < directory.entries; i++) {
    if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) {
      throw refusedArchive('The directory of the archive is damaged.');
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number
    ];
    const end = at + CENTRAL_BYTES + nameLength + extraLength + commentLength;
    if (end > bytes.length) throw refusedArchive('The directory of the archive is damaged.');
    const entry = entryIn(bytes, at, nameLength, extraLength, isKept);
    if (!found.add(entry))
      throw refusedEntry(entry.name, 'another entry has the same name, or one that differs only in case');
    at = end;
  }
  if (at !== bytes.length) throw refusedArchive('The directory of the archive is damaged.');
  const entries = found.build();
  assertApart(entries, directory.at);
  assertNoBomb(entries, bounds);
  return entries;
}

async function findDirectory(file: FileHandle, size: number): Promise<Directory> {
  const tail = await readAt(file, Math.max(0, size - END_BYTES - MAX_16), Math.min(size, END_BYTES + MAX_16));
  let end = tail.length - END_BYTES;
  while (end >= 0 && !(tail.readUInt32LE(end) === END && end + END_BYTES + tail.readUInt16LE(end + 20) === tail.length))
    end--;
  if (end < 0) throw refusedArchive('This is not a ZIP archive, or its end is missing.');
  if (tail.readUInt16LE(end + 4) !== 0 || tail.readUInt16LE(end + 6) !== 0)
    throw refusedArchive('The archive has several parts.');
  const found = {
    entries: tail.readUInt16LE(end + 10),
    bytes: tail.readUInt32LE(end + 12),
    at: tail.readUInt32LE(end + 16)
  };
  if (found.entries !== MAX_16 && found.bytes !== MAX_32 && found.at !== MAX_32) return found;
  const endAt = size - tail.length + end;
  if (endAt < END_64_PLACE_BYTES + END_64_BYTES) return found;
  const place = await readAt(file, endAt - END_64_PLACE_BYTES, END_64_PLACE_BYTES);
  if (place.readUInt32LE(0) !== END_64_PLACE) return found;
  const end64 = await readAt(file, exact(place.readBigUInt64LE(8)), END_64_BYTES);
  if (end64.readUInt32LE(0) !== END_64) throw refusedArchive('The end of the archive is damaged.');
  const [entries, bytes, at] = [32, 40, 48].map((field) => exact(end64.readBigUInt64LE(field))) as [
    number,
    number,
    number
  ];
  return { entries, bytes, at };
}

const exact = (value: bigint): number => {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refusedArchive('The archive states impossible sizes.');
  return Number(value);
};

function entryIn(
  bytes: Buffer,
  at: number,
  nameLength: number,
  extraLength: number,
  isKept: (name: string) => boolean
): Placed {
  const nameAt = at + CENTRAL_BYTES;
  const name = entryName(bytes.subarray(nameAt, nameAt + nameLength), isKept);
  const flags = bytes.readUInt16LE(at + 8);
  if ((flags & 0x2041) !== 0) throw refusedEntry(name, 'it is encrypted');
  const method = bytes.readUInt16LE(at + 10);
  if (method !== STORED && method !== DEFLATED)
    throw refusedEntry(name, `its compression method ${method} is not supported`);
  const isUnix = bytes.readUInt8(at + 5) === 3;
  const kind = (bytes.readUInt32LE(at + 38) >>> 28) & 0xf;
  if (isUnix && kind === 0xa) throw refusedEntry(name, 'it is a link');
  if (isUnix && ![0, 4, 8].includes(kind)) throw refusedEntry(name, 'it is neither a file nor a folder');
  const small = {
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.readUInt32LE(at + 20),
    at: bytes.readUInt32LE(at + 42)
  };
  const large = wideFields(bytes.subarray(nameAt + nameLength, nameAt + nameLength + extraLength), small);
  const entry = { name, method, crc: bytes.readUInt32LE(at + 16), ...large };
  if (name.endsWith('/') && entry.size > 0) throw refusedEntry(name, 'it is a folder with contents');
  if (method === STORED && entry.size !== entry.packed)
    throw refusedEntry(name, 'its packed and unpacked sizes contradict each other');
  return entry;
}

/** Sizes that 32 bits do not hold are in an extra field, in this order. */
function wideFields(extra: Buffer, small: { readonly size: number; readonly packed: number; readonly at: number }) {
  const wide = { ...small };
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === EXTRA_64) {
      let field = at + 4;
      for (const key of ['size', 'packed', 'at'] as const) {
        if (wide[key] !== MAX_32 || field + 8 > Math.min(extra.length, at + 4 + length)) continue;
        wide[key] = exact(extra.readBigUInt64LE(field));
        field += 8;
      }
    }
    at += 4 + length;
  }
  return wide;
}

/** Entries that share bytes unpack to any size from few of them. */
function assertApart(entries: ZipEntries, directoryAt: number): void {
  let before: ZipEntry | null = null;
  const assertEnds = (next: number) => {
    if (before !== null && before.at + LOCAL_BYTES + before.packed > next)
      throw refusedEntry(before.name, 'it overlaps the next entry');
  };
  for (const entry of entries.values()) {
    assertEnds(entry.at);
    before = entry;
  }
  assertEnds(directoryAt);
}

function assertNoBomb(entries: ZipEntries, { unpacked, ratio }: ZipBounds): void {
  let [size, packed] = [0, 0];
  let worst: ZipEntry | null = null;
  for (const entry of entries.values()) {
    size += entry.size;
    packed += entry.packed;
    if (worst === null || entry.size - entry.packed > worst.size - worst.packed) worst = entry;
    if (size > unpacked)
      throw refusedEntry(entry.name, `with it the archive unpacks to more than ${unpacked / 1024 ** 2} MiB`);
    if (entry.size > ZIP_LIMITS.ratioFrom && entry.size > entry.packed * ratio) {
      throw refusedEntry(entry.name, `it unpacks to more than ${ratio} times its size`);
    }
  }
  if (worst !== null && size > ZIP_LIMITS.ratioFrom && size > packed * ratio)
    throw refusedEntry(worst.name, `the archive unpacks to more than ${ratio} times its size, most of it here`);
}
