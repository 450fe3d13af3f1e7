import { ApiError, errorOf, OfflineError } from '../api/api-error.ts';
import { sha256OfBytes } from '../database/sha256.ts';

/** What arrived is not what the server has listed: cut short, or changed on the way. Nothing of it is used. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
}

export type Expected = {
  /** Type of the resulting Blob; what the answer says does not count. */
  readonly type: string;
  readonly bytes?: number;
  /** Lower-case hexadecimal digits. */
  readonly sha256?: string;
};
type Watching = { readonly signal?: AbortSignal; readonly onBytes?: (received: number) => void };

/** What is never shown in this app's origin but only saved: a browser that opens it by itself runs nothing of it. */
export const SAVED_ONLY = 'application/octet-stream';
/** Pictures as the server makes them, whatever they were: a drawing that has script in it is not shown as one. */
const PICTURE = 'image/webp';

/**
 * Downloads a file by the server's own signed address, whole or not at all.
 *
 * @param address path and query; another origin in it does not count
 * @throws OfflineError if the connection breaks; ApiError if the server refuses; DamagedFile
 */
export async function fetchContent(address: string, expected: Expected, watching: Watching = {}): Promise<Blob> {
  const { signal, onBytes } = watching;
  const { pathname, search } = new URL(address, location.origin);
  const answer = await fetch(pathname + search, {
    credentials: 'omit',
    cache: 'no-store',
    signal: signal ?? null
  }).catch((error: unknown) => failed(error, signal));
  if (!answer.ok) throw await errorOf(answer);
  const parts = await readAll(answer, onBytes ?? (() => {})).catch((error: unknown) => failed(error, signal));
  const blob = new Blob(parts, { type: expected.type });
  const announced = expected.bytes ?? (Number(answer.headers.get('content-length')) || blob.size);
  if (blob.size !== announced || blob.size === 0) throw new DamagedFile(`${blob.size} of ${announced} bytes arrived.`);
  if (expected.sha256 !== undefined) {
    const found = await sha256OfBytes(new Uint8Array(await blob.arrayBuffer()));
    if (found !== expected.sha256) throw new DamagedFile(`Its SHA-256 is ${found}.`);
  }
  return blob;
}

/** The same for a picture, which is decoded once. @throws as above, DamagedFile also if it is no picture */
export async function fetchPicture(address: string, watching: Watching = {}): Promise<Blob> {
  const blob = await fetchContent(address, { type: PICTURE }, watching);
  const decoded = await createImageBitmap(blob).catch(() => null);
  if (decoded === null) throw new DamagedFile('It cannot be decoded.');
  decoded.close();
  return blob;
}

async function readAll(answer: Response, onBytes: (received: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = answer.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return parts;
    parts.push(part.value);
    received += part.value.byteLength;
    onBytes(received);
  }
}

function failed(error: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  throw error instanceof ApiError ? error : new OfflineError(String(error));
}
