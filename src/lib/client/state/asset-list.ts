/** All assets in memory, derived and sorted: first as saved, then as in the database, then kept up to date. */
import type { Subscription } from 'rxjs';
import type { Asset } from '#lib/contracts/assets.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import { toColumns } from '../database/columns.ts';
import type { PulledRow, ReplicatedDatabase } from '../database/replicated-database.ts';
import type { SavedLists } from '../database/saved-lists.ts';
import type { Device } from '../database/device.ts';
import { openSavedAssets, type SavedAssets } from './asset-columns.ts';
import { byAssetId, deriveAsset, replaceInOrder, type AssetContext } from './derive-asset.ts';

type Documents = Iterable<DocumentOf<'assets'>>;
const PAGE = 2000;
const GATHER_MS = 300;
const NONE: AssetContext['dates'] = () => [];

export class AssetList {
  ready = false;
  sorted: readonly Asset[] = [];
  readonly #whole = new Map<string, Asset>();
  /** What was saved and has not been read yet, except for the fields of the first screen. */
  #unread: SavedAssets['read'] | null = null;
  #subscriptions: Subscription[] = [];
  /** What the saved list was made from: rows, and everything else that the derived fields depend on. */
  #saved: { readonly rows: number; readonly rest: string } | null = null;
  /** The day for which all were derived; empty before that, and while it is only known from what was saved. */
  #day = '';
  /** What has changed since: the row, its removal, or only its dates. */
  #pending = new Map<string, PulledRow | 'gone' | 'dates'>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Work that reads before it writes runs one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  /**
   * @param context current names and day; the list keeps the dates itself
   * @param changed called whenever `sorted` or `ready` have changed
   */
  constructor(
    readonly device: () => Promise<Device>,
    readonly context: () => Omit<AssetContext, 'dates'>,
    readonly changed: () => void
  ) {}

  find = (id: string): Asset | undefined => this.#byId().get(id);

  loadSaved({ lists }: SavedLists): void {
    const saved = lists.find(({ collection }) => collection === 'assets');
    if (saved === undefined) return;
    const { views, read } = openSavedAssets(saved.columns);
    this.sorted = views;
    this.#unread = read;
    this.#saved = { rows: saved.revision, rest: saved.rest };
    this.ready = true;
    this.changed();
  }

  /** Continues with the database: listens first, then reads what has changed since the list was saved. */
  async follow(database: ReplicatedDatabase): Promise<void> {
    this.#subscriptions = [
      database.assets.eventBulks$.subscribe(({ events }) => {
        for (const { documentId, documentData } of events) {
          this.#pending.set(documentId, documentData._deleted ? 'gone' : (documentData as PulledRow));
        }
        this.#gather();
      }),
      // Dates are written before their calibrations, so that a change of these finds them in place.
      database.calibrations.eventBulks$.subscribe(({ events }) => {
        for (const row of events.flatMap((event) => [event.documentData, event.previousDocumentData])) {
          const asset = row?.key ?? '';
          if (asset !== '' && !this.#pending.has(asset)) this.#pending.set(asset, 'dates');
        }
        this.#gather();
      })
    ];
    const { positions } = (await this.device()).local;
    const position = await positions.get('assets');
    if (position !== undefined && position.revision !== this.#saved?.rows)
      await this.#do(() => this.#readAll(database));
    else {
      const { today } = this.context();
      if ((await this.#rest(today)) !== this.#saved?.rest) await this.refresh();
      else this.#day = today;
    }
    if (position !== undefined && (position.checkpoint !== null || position.unswept)) this.pulled();
  }

  /** Derives every asset again: for a new name of an organization or a location, or another number of days. */
  refresh = (): Promise<void> => this.#do(() => this.#deriveAll());

  /** Derives every asset again if another day has begun. */
  refreshDay = (): Promise<void> =>
    this.#do(async () => {
      if (this.#day !== '' && this.#day !== this.context().today) await this.#deriveAll();
    });

  /** The first pull has ended, now or earlier. */
  pulled(): void {
    if (this.ready) return;
    this.ready = true;
    this.changed();
  }

  /**
   * Saves the list for the next start, if it has changed. For the leading tab, which learns of every change: what was collected is
   * applied first, and if more has come by the time the revision is known, a later call saves it.
   */
  save = (): Promise<void> => {
    this.#apply();
    void this.refreshDay().catch(() => {});
    return this.#do(async () => {
      const { positions, lists } = (await this.device()).local;
      const rows = (await positions.get('assets'))?.revision;
      // Not today's, which may have begun since: the next start must not believe yesterday's statuses.
      const rest = await this.#rest(this.#day);
      if (this.#pending.size > 0) return;
      if (!this.ready || rows === undefined || rest === null || rows % 2 === 1) return;
      if (this.#saved?.rows === rows && this.#saved.rest === rest) return;
      this.#readWhole();
      await lists.put({
        collection: 'assets',
        revision: rows,
        rest,
        columns: toColumns(this.sorted)
      });
      this.#saved = { rows, rest };
    });
  };

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
  }

  #do(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => {});
    return done;
  }

  /** Applies the collected changes soon; during a first pull there are thousands a second. */
  #gather(): void {
    this.#timer ??= setTimeout(() => this.#apply(), GATHER_MS);
  }

  #apply(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending.size === 0) return;
    const pending = [...this.#pending];
    this.#pending.clear();
    void this.#do(async () => {
      const { documentOf } = await import('../database/pulled-rows.ts');
      const documents = pending.flatMap(([id, change]) => {
        if (change === 'gone') this.#byId().delete(id);
        return change === 'gone' ? [] : change === 'dates' ? (this.find(id) ?? []) : documentOf('assets', change);
      });
      await this.#derive(
        documents,
        pending.map(([id]) => id)
      );
    });
  }

  /** Everything but the assets themselves that the derived fields depend on; null while it is changing. */
  async #rest(day: string): Promise<string | null> {
    const of = ['calibrations', 'organizations', 'locations'];
    const { positions } = (await this.device()).local;
    const revisions = (await positions.bulkGet(of)).map((position) => position?.revision ?? 0);
    const { leadDays } = this.context();
    return revisions.some((revision) => revision % 2 === 1) ? null : [...revisions, day, leadDays].join();
  }

  async #readAll(database: ReplicatedDatabase): Promise<void> {
    const { documentOf, findRows } = await import('../database/pulled-rows.ts');
    const documents: DocumentOf<'assets'>[] = [];
    for (let after = ''; ;) {
      const rows = await findRows(database.assets, {
        selector: { id: { $gt: after } },
        sort: [{ id: 'asc' }],
        limit: PAGE
      });
      documents.push(...rows.map((row) => documentOf('assets', row)));
      after = rows.at(-1)?.id ?? '';
      if (rows.length < PAGE) break;
    }
    this.#unread = null;
    this.#whole.clear();
    await this.#derive(documents, null);
  }

  #deriveAll = (): Promise<void> => this.#derive([...this.#byId().values()], null);

  /** @param ids those that changed, gone ones too; null: all of them */
  async #derive(documents: Documents, ids: readonly string[] | null): Promise<void> {
    const { dates } = (await this.device()).local;
    const stored = ids === null ? await dates.toArray() : await dates.bulkGet([...ids]);
    const known = new Map(stored.flatMap((row) => (row === undefined ? [] : [[row.id, row.dates]])));
    const context = { ...this.context(), dates: (id: string) => known.get(id) ?? NONE(id) };
    const byId = this.#byId();
    for (const document of documents) byId.set(document.id, deriveAsset(document, context));
    if (ids === null) this.sorted = [...byId.values()].sort(byAssetId);
    else this.sorted = replaceInOrder(this.sorted, new Set(ids), this.find);
    // Some of them derived for today do not make it the day of the others.
    if (ids === null || this.#day === '') this.#day = context.today;
    if (byId.size > 0) this.ready = true;
    this.changed();
  }

  /** All of them as plain objects, by UUID. */
  #byId(): Map<string, Asset> {
    this.#readWhole();
    return this.#whole;
  }

  /** Converts the saved columns to plain objects, if not done yet. */
  #readWhole(): void {
    if (this.#unread === null) return;
    this.sorted = this.#unread();
    this.#unread = null;
    for (const asset of this.sorted) this.#whole.set(asset.id, asset);
  }
}
