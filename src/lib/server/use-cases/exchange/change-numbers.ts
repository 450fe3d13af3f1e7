import type { ArchiveRow } from '#lib/server/db/archive-rows.ts';
import { takeChangeNumbers } from '#lib/server/db/counters.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

const TAKEN_AT_ONCE = 5000;

/**
 * Change numbers for the rows of one transaction, taken many at a time. The database would take one for each row: it changes the
 * organization's counter then, and looks through all that the transaction has made of it before, which are more with each.
 */
export class ChangeNumbers {
  readonly #tx: Tx;
  readonly #organizationId: string;
  #next = 0;
  #end = 0;
  constructor(tx: Tx, organizationId: string) {
    this.#tx = tx;
    this.#organizationId = organizationId;
  }

  async numbered(rows: readonly ArchiveRow[]): Promise<readonly ArchiveRow[]> {
    if (this.#end - this.#next < rows.length) {
      const count = Math.max(TAKEN_AT_ONCE, rows.length);
      this.#next = await takeChangeNumbers(this.#tx, this.#organizationId, count);
      this.#end = this.#next + count;
    }
    const first = this.#next;
    this.#next += rows.length;
    return rows.map((row, i) => ({ ...row, seq: first + i }));
  }
}
