import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw, type ZlibOptions } from 'node:zlib';
import { AppendedFile } from './appended-file.ts';
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
  LOCAL,
  LOCAL_BYTES,
  MAX_16,
  MAX_32,
  STORED,
  UTF8
} from './zip-records.ts';

const deflated = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);
/** 1 January 1980, the first day that a ZIP knows: the same records make the same bytes. */
const DAY_ONE = 0x21;
const VERSION = 45;
/** At most eight to one, whatever the text: importers refuse what unpacks to more than ten times its size. */
const GENTLE: ZlibOptions = { strategy: constants.Z_HUFFMAN_ONLY };
const MOST_PACKED = 10;

type Entry = {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly method: number;
};

/** A file of an archive, ready to be written. */
export type PackedFile = {
  readonly bytes: Uint8Array;
  readonly crc: number;
  readonly size: number;
  readonly method: number;
};

/** @param packs false for what is packed already */
export async function packFile(bytes: Uint8Array, packs = true): Promise<PackedFile> {
  const packed = packs ? await pack(bytes) : bytes;
  const isSmaller = packed.byteLength < bytes.byteLength;
  const crc = crc32(bytes);
  return isSmaller
    ? { bytes: packed, crc, size: bytes.byteLength, method: DEFLATED }
    : { bytes, crc, size: bytes.byteLength, method: STORED };
}

async function pack(bytes: Uint8Array): Promise<Buffer> {
  const packed = await deflated(bytes, {});
  return bytes.byteLength > packed.byteLength * MOST_PACKED ? deflated(bytes, GENTLE) : packed;
}

/**
 * Writes a ZIP to a file, entry by entry, in bounded memory: its directory is in a file beside it until the end. The same entries in the
 * same order are the same bytes.
 */
export class ZipWriter {
  readonly #path: string;
  readonly #file: AppendedFile;
  readonly #directory: AppendedFile;
  #entries = 0;
  #at = 0;
  private constructor(path: string, file: AppendedFile, directory: AppendedFile) {
    this.#path = path;
    this.#file = file;
    this.#directory = directory;
  }
  static async create(path: string): Promise<ZipWriter> {
    const directory = await AppendedFile.create(`${path}.directory`);
    return new ZipWriter(path, await AppendedFile.create(path), directory);
  }

  async add(name: string, { bytes, ...facts }: PackedFile): Promise<void> {
    await this.#begin({ name: Buffer.from(name), packed: bytes.byteLength, ...facts });
    await this.#write(bytes);
  }

  /** Adds a file of any size. */
  async addFile(name: string, path: string): Promise<void> {
    const aside = `${this.#path}.packing`;
    try {
      let crc = 0;
      let size = 0;
      const source = createReadStream(path);
      source.on('data', (chunk) => {
        crc = crc32(chunk, crc);
        size += chunk.length;
      });
      const packing = createDeflateRaw(GENTLE);
      await pipeline(source, packing, createWriteStream(aside, { mode: 0o600 }));
      await this.#begin({ name: Buffer.from(name), crc, packed: (await stat(aside)).size, size, method: DEFLATED });
      for await (const chunk of createReadStream(aside)) await this.#write(chunk as Buffer);
    } finally {
      await rm(aside, { force: true });
    }
  }

  async #begin({ name, crc, packed, size, method }: Entry): Promise<void> {
    const head = Buffer.alloc(LOCAL_BYTES);
    head.writeUInt32LE(LOCAL, 0);
    head.writeUInt16LE(VERSION, 4);
    head.writeUInt16LE(UTF8, 6);
    head.writeUInt16LE(method, 8);
    head.writeUInt16LE(DAY_ONE, 12);
    head.writeUInt32LE(crc, 14);
    if (size >= MAX_32) throw new Error('A file of 4 GiB cannot be part of an archive.');
    head.writeUInt32LE(packed, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(name.length, 26);
    this.#entries++;
    await this.#directory.append(recordOf(head, name, this.#at));
    await this.#write(head, name);
  }

  async #write(...pieces: readonly Uint8Array[]): Promise<void> {
    for (const { byteLength } of pieces) this.#at += byteLength;
    await this.#file.append(...pieces);
  }

  /** Writes the directory and closes the file. */
  async end(): Promise<void> {
    const from = this.#at;
    await this.#directory.end();
    for await (const records of createReadStream(this.#directory.path)) await this.#write(records as Buffer);
    await rm(this.#directory.path);
    const size = this.#at - from;
    const entries = this.#entries;
    const end64At = this.#at;
    const end64 = Buffer.alloc(END_64_BYTES + END_64_PLACE_BYTES);
    end64.writeUInt32LE(END_64, 0);
    end64.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
    end64.writeUInt16LE(VERSION, 12);
    end64.writeUInt16LE(VERSION, 14);
    [entries, entries, size, from].forEach((value, i) => end64.writeBigUInt64LE(BigInt(value), 24 + 8 * i));
    end64.writeUInt32LE(END_64_PLACE, END_64_BYTES);
    end64.writeBigUInt64LE(BigInt(end64At), END_64_BYTES + 8);
    end64.writeUInt32LE(1, END_64_BYTES + 16);
    if (entries >= MAX_16 || size >= MAX_32 || from >= MAX_32) await this.#write(end64);
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(Math.min(entries, MAX_16), 8);
    end.writeUInt16LE(Math.min(entries, MAX_16), 10);
    end.writeUInt32LE(Math.min(size, MAX_32), 12);
    end.writeUInt32LE(Math.min(from, MAX_32), 16);
    await this.#write(end);
    await this.#file.end();
  }

  /** Closes the files where they are not to be finished. */
  async abandon(): Promise<void> {
    await this.#file.abandon();
    await this.#directory.abandon();
  }
}

/** The directory's record of an entry, whose local header has most of it. */
function recordOf(head: Buffer, name: Buffer, at: number): Buffer {
  const isFar = at >= MAX_32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(EXTRA_64, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(at), 4);
  }
  const record = Buffer.alloc(CENTRAL_BYTES);
  record.writeUInt32LE(CENTRAL, 0);
  record.writeUInt16LE(VERSION, 4);
  head.copy(record, 6, 4, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(isFar ? MAX_32 : at, 42);
  return Buffer.concat([record, name, extra]);
}
