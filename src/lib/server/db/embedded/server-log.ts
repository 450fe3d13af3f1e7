import { openSync } from 'node:fs';
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises';

/** One older log is kept; together they never exceed twice this by much. */
const MOST_BYTES = 8 * 1024 * 1024;

/** PostgreSQL's own log: its last messages are still there after the next start. */
export class ServerLog {
  #begun = 0;
  constructor(readonly file: string) {}

  /** Opens it for a server that is started now. @returns the descriptor to write to. */
  async append(): Promise<number> {
    this.#begun = await this.#size();
    if (this.#begun > MOST_BYTES) {
      await rename(this.file, `${this.file}.1`);
      this.#begun = 0;
    }
    return openSync(this.file, 'a', 0o600);
  }

  /** Shortens it, if it has become long, while the server goes on writing. */
  async keepShort(): Promise<void> {
    if ((await this.#size()) <= MOST_BYTES) return;
    // The server has the file open and appends to it. A line that it writes between these two is lost.
    await copyFile(this.file, `${this.file}.1`);
    await truncate(this.file);
    this.#begun = 0;
  }

  /** The last lines since the last start. */
  async lastWords(): Promise<string> {
    const handle = await open(this.file, 'r').catch(() => null);
    if (handle === null) return '';
    try {
      const from = Math.max(this.#begun, (await this.#size()) - 4096);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, from);
      return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-5).join('\n');
    } finally {
      await handle.close();
    }
  }

  async #size(): Promise<number> {
    return (await stat(this.file).catch(() => null))?.size ?? 0;
  }
}
