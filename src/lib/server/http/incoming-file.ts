import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile } from '#lib/server/use-cases/attachments/received-file.ts';
import { chunksOf } from './read-json.ts';

export type IncomingFile = {
  /**
   * Writes the body to disk as it arrives; called again, it gives the same file.
   * @throws Refusal `too_large`, `bad_request`
   */
  readonly receive: () => Promise<ReceivedFile>;
  /** Removes what was written. */
  readonly remove: () => Promise<void>;
};

/** A body that is read when it is wanted: not before it is known that the caller may send it. */
export function incomingFile(request: Request, limit: number): IncomingFile {
  let received: Promise<ReceivedFile> | null = null;
  let folder: string | null = null;
  const write = async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-upload-'));
    const path = join(folder, 'file');
    const hash = createHash('sha256');
    let size = 0;
    const read = async function* () {
      for await (const chunk of chunksOf(request, limit)) {
        hash.update(chunk);
        size += chunk.byteLength;
        yield chunk;
      }
    };
    await pipeline(read, createWriteStream(path, { mode: 0o600 }));
    return { path, size, sha256: hash.digest('hex') };
  };
  return {
    receive: () => (received ??= write()),
    async remove() {
      await received?.catch(() => undefined);
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  };
}
