import { hex } from '#lib/numbers/hex.ts';

/** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
export const sha256 = (text: string): Promise<string> => sha256OfBytes(new TextEncoder().encode(text));

/**
 * SHA-256 of bytes, lower-case hex. Uses the browser's own implementation if there is one; over plain
 * http there is none (`crypto.subtle` needs a secure context), and a library is loaded instead.
 */
export async function sha256OfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = globalThis.crypto?.subtle === undefined ? await digestWithoutHelp(bytes) : await digestOf(bytes);
  return hex(digest);
}

const digestOf = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

async function digestWithoutHelp(bytes: Uint8Array): Promise<Uint8Array> {
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes);
}
