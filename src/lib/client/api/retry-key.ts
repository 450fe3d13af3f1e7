import { v7 as uuidV7 } from 'uuid';

/**
 * The `Idempotency-Key` of a write. The last write keeps its key until it is answered: sent again unchanged because its answer was lost, it
 * is answered as the first time. Anything else that is written in between makes it a new write.
 */
export class RetryKeys {
  #last: { readonly content: string; readonly key: string } | null = null;

  /** @param content everything that the request says */
  keyFor(content: string): string {
    if (this.#last?.content !== content) this.#last = { content, key: uuidV7() };
    return this.#last.key;
  }
  /** The whole answer has arrived. */
  answered(key: string | undefined): void {
    if (this.#last?.key === key) this.#last = null;
  }
}
