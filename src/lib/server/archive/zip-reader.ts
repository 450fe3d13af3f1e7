import { open, type FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createInflateRaw, inflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { JsonShape } from '#lib/server/reading/json-shape.ts';
import { parseJson } from '#lib/server/reading/parse-json.ts';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { isArchive } from './entry-names.ts';
import { ListInJson, NotReadable } from './list-in-json.ts';
import { readAt, readDirectory } from './zip-directory.ts';
import type { ZipEntries, ZipEntry } from './zip-entries.ts';
import { refusedEntry, ZIP_LIMITS, type ZipBounds } from './zip-limits.ts';
import { LOCAL, LOCAL_BYTES, STORED } from './zip-records.ts';

const inflated = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

/** Bytes of a large entry that are in memory at once. */
const PIECE = 64 * 1024;
/** So much is unpacked in less time than another thread takes to begin with it. */
const SMALL = 64 * 1024;
/** What others write between the name of an entry and its data is hardly ever longer. */
const USUAL_EXTRA = 64;
/** Of what zlib writes at once; it takes no less. */
const SMALLEST_CHUNK = 64;

type OpenOptions = { readonly isKept?: (name: string) => boolean; readonly bounds?: ZipBounds };

/**
 * Reads a ZIP from a file, entry by entry. What it is said to hold is judged as a whole when it is opened, and each entry again
 * when it is read: nothing is ever written under a name of the archive.
 */
export class ZipReader {
  readonly entries: ZipEntries;
  readonly #file: FileHandle;
  readonly #isKept: (name: string) => boolean;
  private constructor(file: FileHandle, entries: ZipEntries, isKept: (name: string) => boolean) {
    this.#isKept = isKept;
    this.#file = file;
    this.entries = entries;
  }

  /**
   * @param options.isKept whether an entry of this name is kept as it is and never unpacked: it alone may be an archive; by default none
   * @param options.bounds by default those of an archive of assets
   * @throws Refusal `archive_refused`
   */
  static async open(path: string, options: OpenOptions = {}): Promise<ZipReader> {
    const { isKept = () => false, bounds = ZIP_LIMITS } = options;
    const file = await open(path, 'r');
    try {
      return new ZipReader(file, await readDirectory(file, isKept, bounds), isKept);
    } catch (thrown) {
      await file.close();
      throw thrown;
    }
  }
  close(): Promise<void> {
    return this.#file.close();
  }

  /** The bytes of an entry. @throws Refusal `archive_refused` */
  async read(entry: ZipEntry, limit: number = ZIP_LIMITS.file): Promise<Buffer> {
    const { name, size, packed } = entry;
    const { head, from } = await this.#head(entry, limit, packed);
    const body =
      head.length >= from + packed ? head.subarray(from, from + packed) : await this.#rest(entry, head, from);
    const bytes = entry.method === STORED ? body : await unpacked(body, entry);
    if (bytes.byteLength !== size || crc32(bytes) !== entry.crc) throw damaged(name);
    if (isArchive(bytes) && !this.#isKept(name)) throw refusedEntry(name, 'it is an archive itself');
    return bytes;
  }

  /** Data of which only the beginning was read with the header. */
  async #rest({ at, packed }: ZipEntry, head: Buffer, from: number): Promise<Buffer> {
    const begun = head.subarray(from);
    return Buffer.concat([begun, await readAt(this.#file, at + from + begun.length, packed - begun.length)]);
  }

  /** The bytes of an entry piece by piece. @throws Refusal `archive_refused` */
  async *pieces(entry: ZipEntry, limit: number): AsyncGenerator<Buffer> {
    const { name, packed, size } = entry;
    const at = entry.at + (await this.#head(entry, limit, 0)).from;
    const source = Readable.from(this.#packed(at, packed));
    let [crc, length] = [0, 0];
    try {
      for await (const piece of entry.method === STORED
        ? source
        : pipeline(source, createInflateRaw(), () => undefined)) {
        length += (piece as Buffer).byteLength;
        if (length > size) break;
        crc = crc32(piece as Buffer, crc);
        yield piece as Buffer;
      }
    } catch (thrown) {
      throw thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_')
        ? damaged(name)
        : thrown;
    }
    if (length !== size || crc !== entry.crc) throw damaged(name);
  }

  async *#packed(at: number, packed: number): AsyncGenerator<Buffer> {
    for (let from = 0; from < packed; from += PIECE)
      yield readAt(this.#file, at + from, Math.min(PIECE, packed - from));
  }

  /**
   * What is written before its data, once that agrees with the directory, and so many bytes of the data with it.
   * @returns from: where in `head` they begin, or would
   */
  async #head(
    { name, size, packed, at, method }: ZipEntry,
    limit: number,
    data: number
  ): Promise<{ readonly head: Buffer; readonly from: number }> {
    if (Math.max(size, packed) > limit)
      throw refusedEntry(name, `it is larger than the ${Math.round(limit / 1024 ** 2)} MiB limit for a file`);
    const named = LOCAL_BYTES + Buffer.byteLength(name);
    // Its directory lies behind all entries, so that there is more to read than any header is long.
    const head = await readAt(this.#file, at, named + USUAL_EXTRA + data, named);
    const nameLength = head.readUInt16LE(26);
    const from = LOCAL_BYTES + nameLength;
    const written = head.toString('utf8', LOCAL_BYTES, from);
    if (head.readUInt32LE(0) !== LOCAL || head.readUInt16LE(8) !== method || written !== name) {
      throw refusedEntry(name, 'its beginning contradicts the directory of the archive');
    }
    if ((head.readUInt16LE(6) & 0x2041) !== 0) throw refusedEntry(name, 'it is encrypted');
    return { head, from: from + head.readUInt16LE(28) };
  }

  /**
   * Reads a JSON file with one long list in pieces.
   * @param onElement is given each element of the list @returns the value without them @throws Refusal `archive_refused`
   */
  async jsonList(
    entry: ZipEntry,
    list: string,
    limit: number,
    onElement: (element: unknown) => void
  ): Promise<unknown> {
    const reader = new ListInJson(list, (bytes) => onElement(parseJson(bytes, true)));
    try {
      for await (const piece of this.pieces(entry, limit)) reader.read(piece);
      return parseJson(reader.end(), true);
    } catch (thrown) {
      if (!(thrown instanceof InvalidInput || thrown instanceof NotReadable)) throw thrown;
      throw refusedEntry(entry.name, 'it is not valid JSON');
    }
  }

  /** The value of a JSON file. @throws Refusal `archive_refused` */
  async json(entry: ZipEntry, limit: number = ZIP_LIMITS.text): Promise<unknown> {
    return jsonOf(entry, await this.read(entry, limit), limit);
  }
}

/** The value of an entry that has been read. @throws Refusal `archive_refused` */
export function jsonOf({ name }: ZipEntry, bytes: Uint8Array, limit: number = ZIP_LIMITS.text): unknown {
  try {
    const shape = new JsonShape(limit);
    shape.read(bytes);
    return parseJson(bytes, shape.hasCodes);
  } catch (thrown) {
    if (!(thrown instanceof InvalidInput)) throw thrown;
    throw refusedEntry(name, `it is not valid JSON (${thrown.faults[0].type})`);
  }
}

async function unpacked(body: Buffer, { name, size }: ZipEntry): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(size, 1), chunkSize: Math.min(Math.max(size, SMALLEST_CHUNK), PIECE) };
  try {
    return size > SMALL ? await inflated(body, options) : inflateRawSync(body, options);
  } catch {
    throw damaged(name);
  }
}

const damaged = (name: string) => refusedEntry(name, 'its contents are damaged');
