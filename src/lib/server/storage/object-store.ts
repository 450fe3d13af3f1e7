import type { Readable } from 'node:stream';

export type StoredObject = { readonly size: number; readonly stream: Readable };
export type PresignOptions = {
  /** Seconds from now; at most seven days, the most that S3 allows. */
  readonly expiresIn: number;
  /** The name under which a browser saves the file. */
  readonly filename: string;
  readonly contentType: string;
};
export type PresignedUrl = { readonly url: string; readonly expiresAt: Date };

/** Files by key. Both stores behave alike; object-store.test.ts tests both. */
export type ObjectStore = {
  readonly kind: 'folder' | 's3';
  /** Stores the whole body or nothing; an object of that key is replaced. */
  put(key: string, body: Uint8Array, options: { readonly contentType: string }): Promise<void>;
  /** The same for a file of any size on this machine's disk. */
  putFile(key: string, path: string, options: { readonly contentType: string }): Promise<void>;
  /** Null if there is no such object. */
  get(key: string): Promise<StoredObject | null>;
  head(key: string): Promise<{ readonly size: number } | null>;
  /** A URL by which anyone can download the object until it expires. Does not look whether there is one. */
  presign(key: string, options: PresignOptions): Promise<PresignedUrl>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Keys below a prefix whose objects were stored before an instant. */
  list(prefix: string, before: Date): AsyncIterable<string>;
  /** Removes the remains of interrupted writes from before an instant. @returns their number. */
  removeUnfinished(before: Date): Promise<number>;
  /** Throws with the reason if the store cannot be reached or written. */
  check(): Promise<void>;
};

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/u;
const LONGEST_KEY = 512;

/**
 * Keys are lower-case path segments that begin with a letter or digit: the same on every file system, and never a
 * parent folder.
 */
export function assertKey(key: string): void {
  if (key.length > LONGEST_KEY || !KEY.test(key))
    throw new Error(`Not a key of the object store: ${JSON.stringify(key)}`);
}

/** `attachment` with a name that every browser reads (RFC 6266, RFC 8187). */
export function contentDisposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
