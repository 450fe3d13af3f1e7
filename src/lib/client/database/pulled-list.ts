import type { Subscription } from 'rxjs';
import type { CollectionName } from '#sync/protocol/collections.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import type { Device } from './device.ts';
import { fromColumns, toColumns } from './columns.ts';
import type { PulledRow, ReplicatedDatabase } from './replicated-database.ts';
import type { SavedLists } from './saved-lists.ts';

type Entry<C extends CollectionName> = { readonly stream: string; readonly document: DocumentOf<C> };
const PAGE = 2000;

/**
 * A whole collection in memory: first as saved by an earlier start, then as in the database, then updated by its
 * changes from any tab.
 */
export class PulledList<C extends CollectionName> {
  readonly entries = new Map<string, Entry<C>>();
  /** The contents of the collection are known, even if it is empty. */
  ready = false;
  #subscription: Subscription | null = null;
  #late: PulledRow[] | null = null;
  #savedAt: number | null = null;

  /** @param changed called whenever entries or `ready` have changed */
  constructor(
    readonly device: () => Promise<Device>,
    readonly collection: C,
    readonly changed: () => void
  ) {}

  /** Shows what was saved. */
  loadSaved({ lists }: SavedLists): void {
    const saved = lists.find(({ collection }) => collection === this.collection);
    if (saved === undefined) return;
    for (const { $stream, ...document } of fromColumns(saved.columns)) {
      const entry = { stream: String($stream), document: document as DocumentOf<C> };
      this.entries.set(entry.document.id, entry);
    }
    this.ready = true;
    this.#savedAt = saved.revision;
    this.changed();
  }

  /** Continues with the database: listens first, then reads what has changed since the list was saved. */
  async follow(database: ReplicatedDatabase): Promise<void> {
    const { documentOf } = await import('./pulled-rows.ts');
    this.#subscription = database[this.collection].eventBulks$.subscribe(({ events }) => {
      const rows = events.map(({ documentData }) => documentData as PulledRow & { _deleted: boolean });
      if (this.#late !== null) this.#late.push(...rows);
      else this.#take(rows, documentOf);
    });
    const position = await (await this.device()).local.positions.get(this.collection);
    if (position !== undefined && position.revision !== this.#savedAt) await this.#readAll(database);
    // Before the first pull an empty collection only means that nothing has been pulled yet.
    this.ready ||= position !== undefined && (position.checkpoint !== null || position.unswept);
    this.changed();
  }

  /** The first pull of this collection has ended. */
  pulled(): void {
    if (this.ready) return;
    this.ready = true;
    this.changed();
  }

  async #readAll(database: ReplicatedDatabase): Promise<void> {
    const { documentOf, findRows } = await import('./pulled-rows.ts');
    this.#late = [];
    const fresh = new Map<string, Entry<C>>();
    for (let after = ''; ;) {
      const rows = await findRows(database[this.collection], {
        selector: { id: { $gt: after } },
        sort: [{ id: 'asc' }],
        limit: PAGE
      });
      for (const row of rows) fresh.set(row.id, { stream: row.stream, document: documentOf(this.collection, row) });
      after = rows.at(-1)?.id ?? '';
      if (rows.length < PAGE) break;
    }
    this.entries.clear();
    for (const [id, entry] of fresh) this.entries.set(id, entry);
    const late = this.#late as (PulledRow & { _deleted: boolean })[];
    this.#late = null;
    this.#take(late, documentOf);
    this.changed();
  }

  #take(
    rows: readonly (PulledRow & { _deleted: boolean })[],
    documentOf: (collection: C, row: PulledRow) => DocumentOf<C>
  ): void {
    for (const row of rows) {
      if (row._deleted) this.entries.delete(row.id);
      else this.entries.set(row.id, { stream: row.stream, document: documentOf(this.collection, row) });
    }
    if (rows.length === 0) return;
    this.ready = true;
    this.changed();
  }

  /** Saves the list for the next start, if it has changed. For the leading tab, whose memory is always current. */
  async save(): Promise<void> {
    const { positions, lists } = (await this.device()).local;
    const revision = (await positions.get(this.collection))?.revision;
    if (!this.ready || revision === undefined || revision % 2 === 1 || this.#savedAt === revision) return;
    const records = [...this.entries.values()].map(({ stream, document }) => ({ ...document, $stream: stream }));
    await lists.put({ collection: this.collection, revision, rest: '', columns: toColumns(records) });
    this.#savedAt = revision;
  }

  stop(): void {
    this.#subscription?.unsubscribe();
  }
}
