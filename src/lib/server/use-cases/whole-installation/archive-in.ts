import { createHash } from 'node:crypto';
import {
  archivedObject,
  type ArchivedObject,
  type InstallationManifest,
  type ListedRows
} from '#lib/contracts/installation-archive.ts';
import { ZipReader } from '#lib/server/archive/zip-reader.ts';
import { refusedArchive, refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { assertKey } from '#lib/server/storage/object-store.ts';
import { checkedManifest, MANIFEST, objectName, OBJECT_LIST, partName, tableList } from './manifest.ts';

const GIB = 1024 ** 3;
/** A laboratory of many years has a million files; what is unpacked is read piece by piece and never written to a disk. */
const BOUNDS = { entries: 2_000_000, unpacked: 512 * GIB, ratio: 10 };
/** A part has 4 MiB and the row that exceeds them, which an analysis of many points makes long. */
const LARGEST_PART = 64 * 1024 ** 2;
const LARGEST_OBJECT = 64 * 1024 ** 2;

/** An archive of a whole installation, of which nothing is believed before it is compared with its hash. */
export class ArchiveIn {
  readonly manifest: InstallationManifest;
  readonly #zip: ZipReader;
  private constructor(zip: ZipReader, manifest: InstallationManifest) {
    this.#zip = zip;
    this.manifest = manifest;
  }

  /** @throws Refusal `archive_refused` */
  static async open(path: string): Promise<ArchiveIn> {
    const zip = await ZipReader.open(path, { isKept: (name) => name.startsWith('objects/'), bounds: BOUNDS });
    try {
      const entry = zip.entries.get(MANIFEST);
      if (entry === undefined) {
        throw refusedArchive(
          'The archive has no manifest.json: it is incomplete, or not an archive of a whole installation.'
        );
      }
      const manifest = checkedManifest(await zip.json(entry));
      const parts = manifest.tables.reduce((sum, { parts }) => sum + parts, manifest.objects.parts);
      if (zip.entries.size !== 1 + parts + manifest.objects.rows) {
        throw refusedArchive('The archive has entries that its manifest does not name, or lacks some.');
      }
      return new ArchiveIn(zip, manifest);
    } catch (thrown) {
      await zip.close();
      throw thrown;
    }
  }
  close(): Promise<void> {
    return this.#zip.close();
  }

  /** The rows of a table, part by part. @throws Refusal `archive_refused`; the last part has been given when a hash is wrong */
  rowsOf(table: ListedRows & { readonly name: string }): AsyncGenerator<readonly string[]> {
    return this.#lines(tableList(table.name), table);
  }

  /** All objects of the list. @throws Refusal `archive_refused` */
  async *objects(): AsyncGenerator<ArchivedObject> {
    const seen = new Set<string>();
    for await (const lines of this.#lines(OBJECT_LIST, this.manifest.objects)) {
      for (const line of lines) yield objectIn(line, seen);
    }
  }

  /** The bytes of an object, as they were exported. @throws Refusal `archive_refused` */
  async bytesOf({ key, sha256, bytes }: ArchivedObject): Promise<Buffer> {
    const contents = await this.#read(objectName(key), LARGEST_OBJECT);
    if (contents.byteLength !== bytes || createHash('sha256').update(contents).digest('hex') !== sha256) {
      throw refusedEntry(objectName(key), 'its contents are damaged');
    }
    return contents;
  }

  async *#lines(list: string, { parts, rows, sha256 }: ListedRows): AsyncGenerator<readonly string[]> {
    const hash = createHash('sha256');
    let read = 0;
    for (let part = 1; part <= parts; part++) {
      const name = partName(list, part);
      const bytes = await this.#read(name, LARGEST_PART);
      hash.update(bytes);
      const text = bytes.toString('utf8');
      if (!text.endsWith('\n')) throw refusedEntry(name, 'it is cut off');
      const lines = text.slice(0, -1).split('\n');
      read += lines.length;
      yield lines;
    }
    if (read !== rows || hash.digest('hex') !== sha256) throw refusedEntry(list, 'its contents are damaged');
  }

  async #read(name: string, limit: number): Promise<Buffer> {
    const entry = this.#zip.entries.get(name);
    if (entry === undefined) throw refusedEntry(name, 'it is missing');
    return this.#zip.read(entry, limit);
  }
}

function objectIn(line: string, seen: Set<string>): ArchivedObject {
  try {
    const object = archivedObject.parse(JSON.parse(line));
    assertKey(object.key);
    if (seen.has(object.key)) throw new Error('twice');
    seen.add(object.key);
    return object;
  } catch {
    throw refusedEntry(OBJECT_LIST, 'a line of it is not the description of a file');
  }
}
