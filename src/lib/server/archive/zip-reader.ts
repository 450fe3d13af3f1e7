import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw, type ZlibOptions } from 'node:zlib';
import { JsonShape } from '#lib/server/reading/json-shape.ts';
import { parseJson } from '#lib/server/reading/parse-json.ts';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { isArchive } from './entry-names.ts';
import { readAt, readDirectory, type ZipEntry } from './zip-directory.ts';
import { refusedEntry, ZIP_LIMITS, type ZipBounds } from './zip-limits.ts';
import { LOCAL, LOCAL_BYTES, STORED } from './zip-records.ts';

const inflated = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);

type OpenOptions = { readonly isKept?: (name: string) => boolean; readonly bounds?: ZipBounds };

/**
 * Reads a ZIP from a file, entry by entry. What it is said to hold is judged as a whole when it is opened, and each entry again
 * when it is read: nothing is ever written under a name of the archive.
 */
export class ZipReader {
  readonly entries: ReadonlyMap<string, ZipEntry>;
  readonly #file: FileHandle;
  readonly #isKept: (name: string) => boolean;
  private constructor(file: FileHandle, entries: ReadonlyMap<string, ZipEntry>, isKept: (name: string) => boolean) {
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
    if (size > limit)
      throw refusedEntry(name, `it is larger than the ${Math.round(limit / 1024 ** 2)} MiB that are read of one file`);
    const head = await readAt(this.#file, entry.at, LOCAL_BYTES);
    const nameLength = head.readUInt16LE(26);
    const dataAt = entry.at + LOCAL_BYTES + nameLength + head.readUInt16LE(28);
    const written = await readAt(this.#file, entry.at + LOCAL_BYTES, nameLength);
    if (head.readUInt32LE(0) !== LOCAL || head.readUInt16LE(8) !== entry.method || written.toString() !== name) {
      throw refusedEntry(name, 'its beginning contradicts the directory of the archive');
    }
    if ((head.readUInt16LE(6) & 0x2041) !== 0) throw refusedEntry(name, 'it is encrypted');
    const body = await readAt(this.#file, dataAt, packed);
    const bytes = entry.method === STORED ? body : await unpacked(body, entry);
    if (bytes.byteLength !== size || crc32(bytes) !== entry.crc) throw refusedEntry(name, 'its contents are damaged');
    if (isArchive(bytes) && !this.#isKept(name)) throw refusedEntry(name, 'it is an archive itself');
    return bytes;
  }

  /** The value of a JSON file. @throws Refusal `archive_refused` */
  async json(entry: ZipEntry, limit: number = ZIP_LIMITS.text): Promise<unknown> {
    const bytes = await this.read(entry, limit);
    try {
      const shape = new JsonShape(limit);
      shape.read(bytes);
      return parseJson(bytes, shape.hasCodes);
    } catch (thrown) {
      if (!(thrown instanceof InvalidInput)) throw thrown;
      throw refusedEntry(entry.name, `it is not JSON that can be read (${thrown.faults[0].type})`);
    }
  }
}

async function unpacked(body: Buffer, { name, size }: ZipEntry): Promise<Buffer> {
  try {
    return await inflated(body, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw refusedEntry(name, 'its contents are damaged');
  }
}
