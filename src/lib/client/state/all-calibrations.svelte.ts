/** Every synced calibration in memory, with only the fields of a list: read once per session, then kept up to date. */
import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';
import type { CollectionName } from '#sync/protocol/collections.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import type { PulledRow, ReplicatedDatabase } from '../database/replicated-database.ts';
import { device } from '../database/device.ts';
import { current } from './current.svelte.ts';

export type AllCalibrations = {
  /** Everything on the device has been read; until then nothing is shown, because a partial list has another order. */
  readonly complete: boolean;
  readonly all: readonly ListedCalibration[];
};

const PAGE = 2000;
const GATHER_MS = 300;

class Reader {
  shown = $state.raw<AllCalibrations>({ complete: false, all: [] });
  readonly #calibrations = new Map<string, Omit<ListedCalibration, 'certificate'>>();
  readonly #certificates = new Map<string, ListedCalibration['certificate']>();
  #complete = false;
  /** Changed while everything is being read: a page that was requested earlier has an older state of it. */
  readonly #changed = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  async read(database: ReplicatedDatabase): Promise<void> {
    const { findRows } = await import('../database/pulled-rows.ts');
    for (const name of ['calibrations', 'certificates'] as const) {
      database[name].eventBulks$.subscribe(({ events }) => {
        for (const { documentId, documentData } of events) {
          if (!this.#complete) this.#changed.add(`${name} ${documentId}`);
          if (documentData._deleted) this.#forget(name, documentId);
          else this.#take(name, documentData as PulledRow);
        }
        this.#timer ??= setTimeout(() => this.#show(), GATHER_MS);
      });
    }
    for (const name of ['calibrations', 'certificates'] as const) {
      for (let after = ''; ;) {
        const rows = await findRows(database[name], {
          selector: { id: { $gt: after } },
          sort: [{ id: 'asc' }],
          limit: PAGE
        });
        for (const row of rows) if (!this.#changed.has(`${name} ${row.id}`)) this.#take(name, row);
        after = rows.at(-1)?.id ?? '';
        if (rows.length < PAGE) break;
      }
    }
    this.#complete = true;
    this.#changed.clear();
    this.#show();
  }

  #forget(name: CollectionName, id: string): void {
    (name === 'calibrations' ? this.#calibrations : this.#certificates).delete(id);
  }

  #take(name: 'calibrations' | 'certificates', { body }: PulledRow): void {
    if (name === 'certificates') {
      const { id, number, state } = JSON.parse(body) as DocumentOf<'certificates'>;
      this.#certificates.set(id, { number, state });
      return;
    }
    const { profile, ...document } = JSON.parse(body) as DocumentOf<'calibrations'>;
    const { id, version, kind, organization_id, asset, channel_id, calibration_date, due_date } = document;
    const { calibration_location_id, lab_name, lab_certificate_number, recorded_by, recorded_at, voided } = document;
    const { conforms, unit, expanded_uncertainty } = document;
    this.#calibrations.set(id, {
      ...{ id, version, kind, organization_id, asset, channel_id, calibration_date, due_date },
      ...{ calibration_location_id, lab_name, lab_certificate_number, recorded_by, recorded_at, voided },
      ...{ conforms, unit, expanded_uncertainty },
      profile: profile && { adjusted: profile.adjusted, as_found: profile.as_found, as_left: profile.as_left }
    });
  }

  #show(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#complete) return;
    const all = [...this.#calibrations.values()].map((calibration) => ({
      ...calibration,
      certificate: this.#certificates.get(calibration.id) ?? null
    }));
    this.shown = { complete: true, all };
  }
}

/** One reader per database: a list that is opened again need not be read again. */
const readers = new WeakMap<ReplicatedDatabase, Reader>();

/**
 * All synced calibrations of the person's organizations, voided ones too, in no order. Call it while a component is initialised.
 * What is still queued is not among them (queue.svelte.ts).
 *
 * @param wanted the list is read when it becomes true; for a search that may never be opened
 */
export function liveAllCalibrations(wanted: () => boolean = () => true): AllCalibrations {
  let reader = $state.raw<Reader | null>(null);
  $effect(() => {
    if (current.lists === null || !wanted()) return;
    let over = false;
    const begin = async () => {
      const database = await (await device()).replicated();
      let known = readers.get(database);
      if (known === undefined) {
        known = new Reader();
        readers.set(database, known);
        void known.read(database).catch((error: unknown) => {
          readers.delete(database);
          if (!over) console.error(error);
        });
      }
      if (!over) reader = known;
    };
    begin().catch((error: unknown) => {
      if (!over) console.error(error);
    });
    return () => {
      over = true;
    };
  });
  const all = $derived.by(() => {
    const member = new Set(current.lists?.view('organizations').all.map(({ id }) => id));
    return reader?.shown.all.filter(({ organization_id }) => member.has(organization_id)) ?? [];
  });
  return {
    get complete() {
      return reader?.shown.complete ?? false;
    },
    get all() {
      return all;
    }
  };
}
