import type { Subscription } from 'rxjs';
import type { ChannelDates } from '#lib/laboratory/calibration-status.ts';
import type { Device } from '../device.ts';
import { fromColumns, toColumns } from './columns.ts';
import type { PulledRow, ReplicatedDatabase } from './replicated-database.ts';

const NONE: readonly ChannelDates[] = [];

/** The dates of all assets in memory, kept like a PulledList; their source is the table that follows the calibrations. */
export class DatesList {
  readonly #dates = new Map<string, readonly ChannelDates[]>();
  #subscription: Subscription | null = null;
  #savedAt: number | null = null;

  /** @param changed told of the assets whose dates changed; null: all of them */
  constructor(
    readonly device: Device,
    readonly changed: (assets: readonly string[] | null) => void
  ) {}

  of = (assetId: string): readonly ChannelDates[] => this.#dates.get(assetId) ?? NONE;

  async loadSaved(): Promise<number | null> {
    const saved = await this.device.local.lists.get('dates');
    if (saved === undefined) return null;
    for (const { id, dates } of fromColumns(saved.columns)) {
      this.#dates.set(String(id), dates as readonly ChannelDates[]);
    }
    this.#savedAt = saved.revision;
    return saved.revision;
  }

  /** Dates are written before their calibrations, so that a change of these finds them in place. */
  async follow({ calibrations }: ReplicatedDatabase, savedAt: number | null): Promise<void> {
    this.#subscription = calibrations.eventBulks$.subscribe(({ events }) => {
      const rows = events.flatMap((event) => [event.documentData, event.previousDocumentData]) as PulledRow[];
      const assets = new Set(rows.map((row) => row?.key ?? '').filter((key) => key !== ''));
      void this.#read([...assets]);
    });
    const position = await this.device.local.positions.get('calibrations');
    if (position?.revision === savedAt) return;
    const all = await this.device.local.dates.toArray();
    this.#dates.clear();
    for (const { id, dates } of all) this.#dates.set(id, dates);
    this.changed(null);
  }

  async #read(assets: readonly string[]): Promise<void> {
    const stored = await this.device.local.dates.bulkGet([...assets]);
    assets.forEach((id, index) => this.#dates.set(id, stored[index]?.dates ?? NONE));
    this.changed(assets);
  }

  async save(): Promise<void> {
    const { positions, lists, dates } = this.device.local;
    const revision = (await positions.get('calibrations'))?.revision;
    if (revision === undefined || revision % 2 === 1) return;
    if (this.#savedAt === revision) return;
    const columns = toColumns((await dates.toArray()).map(({ id, dates: of }) => ({ id, dates: of })));
    await lists.put({ collection: 'dates', revision, columns });
    this.#savedAt = revision;
  }

  stop(): void {
    this.#subscription?.unsubscribe();
  }
}
