import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, MANIFEST } from '#lib/laboratory/exchange/archive-paths.ts';
import { ENGINE } from '#lib/metrology/engine.ts';
import { ZipWriter } from '#lib/server/archive/zip-writer.ts';

/** What every archive says of itself. */
export type Heading = {
  readonly exportedAt: string;
  readonly origin: { readonly url: string; readonly organization: string };
  readonly counts: Readonly<Record<string, number>>;
};

/** Runs `work` with a folder that is gone afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-exchange-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An archive as it is written: every file is also a line of its manifest, which is on disk until then. */
export class ArchiveOut {
  readonly path: string;
  readonly #zip: ZipWriter;
  readonly #lines: string;
  #files = 0;
  private constructor(path: string, lines: string, zip: ZipWriter) {
    this.path = path;
    this.#lines = lines;
    this.#zip = zip;
  }
  static async create(folder: string): Promise<ArchiveOut> {
    const path = join(folder, 'archive.zip');
    return new ArchiveOut(path, join(folder, 'files'), await ZipWriter.create(path));
  }

  async json(path: string, value: unknown): Promise<void> {
    await this.bytes(path, Buffer.from(`${JSON.stringify(value)}\n`));
  }

  /** @param packs false for what is packed already */
  async bytes(path: string, bytes: Uint8Array, packs = true): Promise<void> {
    await this.#zip.add(path, bytes, packs);
    await this.#note(path, bytes.byteLength, createHash('sha256').update(bytes).digest('hex'));
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
    await appendFile(this.#lines, `${this.#files++ === 0 ? '' : ',\n'}${JSON.stringify({ path, bytes, sha256 })}`);
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
    const manifest = `${this.#lines}.json`;
    await appendFile(manifest, `${JSON.stringify(head).slice(0, -1)},"files":[\n`);
    if (this.#files > 0) await pipeline(createReadStream(this.#lines), createWriteStream(manifest, { flags: 'a' }));
    await appendFile(manifest, '\n]}\n');
    await this.#zip.addFile(MANIFEST, manifest);
    await this.#zip.end();
  }

  abandon(): Promise<void> {
    return this.#zip.abandon();
  }
}
