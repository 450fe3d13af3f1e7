import { open } from 'node:fs/promises';

/** Written at once: of each small piece by itself a thread would have to hear. */
const TOGETHER_BYTES = 256 * 1024;

/** A new file that small pieces are appended to. */
export class AppendedFile {
  readonly path: string;
  readonly #file: Awaited<ReturnType<typeof open>>;
  #pieces: Uint8Array[] = [];
  #waiting = 0;
  private constructor(path: string, file: Awaited<ReturnType<typeof open>>) {
    this.path = path;
    this.#file = file;
  }
  static async create(path: string): Promise<AppendedFile> {
    return new AppendedFile(path, await open(path, 'wx', 0o600));
  }

  async append(...pieces: readonly (Uint8Array | string)[]): Promise<void> {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      if (bytes.byteLength >= TOGETHER_BYTES) {
        await this.#write();
        await this.#file.writeFile(bytes);
        continue;
      }
      this.#pieces.push(bytes);
      this.#waiting += bytes.byteLength;
    }
    if (this.#waiting >= TOGETHER_BYTES) await this.#write();
  }

  async #write(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#waiting = 0;
    if (pieces.length > 0) await this.#file.writeFile(Buffer.concat(pieces));
  }

  /** Writes what is left, and closes the file. */
  async end(): Promise<void> {
    await this.#write();
    await this.#file.close();
  }

  /** Closes the file where it is not to be finished. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }
}
