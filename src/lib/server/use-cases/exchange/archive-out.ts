import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST } from '#lib/laboratory/exchange/archive-paths.ts';
import { ENGINE } from '#lib/metrology/engine.ts';
import { AppendedFile } from '#lib/server/archive/appended-file.ts';
import { packFile, ZipWriter, type PackedFile } from '#lib/server/archive/zip-writer.ts';

/** What every archive says of itself. */
export type Heading = {
  readonly exportedAt: string;
  readonly origin: { readonly url: string; readonly organization: string };
  readonly counts: Readonly<Record<string, number>>;
};

/** A file of the archive, ready to be written. */
export type Ready = { readonly packed: PackedFile; readonly bytes: number; readonly sha256: string };

/** @param packs false for what is packed already */
export async function readyFile(bytes: Uint8Array, packs = true): Promise<Ready> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { packed: await packFile(bytes, packs), bytes: bytes.byteLength, sha256 };
}
/** Several may be made ready at a time, each by a thread of its own. */
export const readyJson = (value: unknown): Promise<Ready> => readyFile(Buffer.from(`${JSON.stringify(value)}\n`));

/** An archive as it is written: every file is also a line of its manifest, which is on disk until then. */
export class ArchiveOut {
  readonly path: string;
  readonly #zip: ZipWriter;
  readonly #lines: AppendedFile;
  #files = 0;
  private constructor(path: string, lines: AppendedFile, zip: ZipWriter) {
    this.path = path;
    this.#lines = lines;
    this.#zip = zip;
  }
  static async create(folder: string): Promise<ArchiveOut> {
    const path = join(folder, 'archive.zip');
    return new ArchiveOut(path, await AppendedFile.create(join(folder, 'files')), await ZipWriter.create(path));
  }

  async json(path: string, value: unknown): Promise<void> {
    await this.add(path, await readyJson(value));
  }

  /** @param packs false for what is packed already */
  async bytes(path: string, bytes: Uint8Array, packs = true): Promise<void> {
    await this.add(path, await readyFile(bytes, packs));
  }

  async add(path: string, { packed, bytes, sha256 }: Ready): Promise<void> {
    await this.#zip.add(path, packed);
    await this.#note(path, bytes, sha256);
  }

  async file(path: string, source: string): Promise<void> {
    await this.#zip.addFile(path, source);
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.byteLength;
    }
    await this.#note(path, size, hash.digest('hex'));
  }

  async #note(path: string, bytes: number, sha256: string): Promise<void> {
    await this.#lines.append(`${this.#files++ === 0 ? '' : ',\n'}${JSON.stringify({ path, bytes, sha256 })}`);
  }

  /** Writes the manifest and closes the archive. */
  async end({ exportedAt, origin, counts }: Heading): Promise<void> {
    const head = {
      format: ARCHIVE_FORMAT,
      version: ARCHIVE_VERSION,
      exported_at: exportedAt,
      origin,
      engine: ENGINE,
      counts
    };
    await this.#lines.end();
    const manifest = await AppendedFile.create(`${this.#lines.path}.json`);
    await manifest.append(`${JSON.stringify(head).slice(0, -1)},"files":[\n`);
    for await (const lines of createReadStream(this.#lines.path)) await manifest.append(lines as Buffer);
    await manifest.append('\n]}\n');
    await manifest.end();
    await this.#zip.addFile(MANIFEST, manifest.path);
    await this.#zip.end();
  }

  async abandon(): Promise<void> {
    await this.#zip.abandon();
    await this.#lines.abandon();
  }
}
