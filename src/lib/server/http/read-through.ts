import { MIB } from '#lib/contracts/operation.ts';

/** More than any body but an archive has. Of an archive the rest may take hours: its client is answered in the middle. */
const MOST_DISCARDED = 64 * MIB;

/**
 * Gives each chunk of a body to `take`. After its first fault the rest is read and discarded all the same, and the fault is
 * thrown at the end: a client reads no response before it has sent everything.
 */
export async function readThrough(
  chunks: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => unknown
): Promise<void> {
  let fault: { readonly thrown: unknown } | null = null;
  let discarded = 0;
  for await (const chunk of chunks) {
    if (fault === null) {
      try {
        await take(chunk);
      } catch (thrown) {
        fault = { thrown };
      }
    } else if ((discarded += chunk.byteLength) > MOST_DISCARDED) break;
  }
  if (fault !== null) throw fault.thrown;
}
