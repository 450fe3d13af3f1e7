import { createHash } from 'node:crypto';
import type { ListedRows } from '#lib/contracts/installation-archive.ts';
import { packFile, type ZipWriter } from '#lib/server/archive/zip-writer.ts';
import { partName } from './manifest.ts';

const PART_BYTES = 4 * 1024 ** 2;

/** Writes one list of lines to the archive, in parts. */
export class RowsOut {
  readonly #zip: ZipWriter;
  readonly #list: string;
  readonly #hash = createHash('sha256');
  #lines: Buffer[] = [];
  #bytes = 0;
  #parts = 0;
  #rows = 0;
  constructor(zip: ZipWriter, list: string) {
    this.#zip = zip;
    this.#list = list;
  }

  async add(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      const bytes = Buffer.from(`${line}\n`);
      this.#hash.update(bytes);
      this.#lines.push(bytes);
      this.#bytes += bytes.length;
      this.#rows++;
      if (this.#bytes >= PART_BYTES) await this.#write();
    }
  }

  async #write(): Promise<void> {
    await this.#zip.add(partName(this.#list, ++this.#parts), await packFile(Buffer.concat(this.#lines)));
    this.#lines = [];
    this.#bytes = 0;
  }

  async end(): Promise<ListedRows> {
    if (this.#lines.length > 0) await this.#write();
    return { parts: this.#parts, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
