/** How a desk opens: what the calibration rests on is found, its draft is held by this tab, and its form begun. */
import { listsAreCurrent, liveAssets, liveLocations, liveProcedures } from '#lib/client/state/collections.svelte.ts';
import { correctionDraft } from '#lib/client/database/draft.ts';
import { DraftHold } from '#lib/client/state/draft-hold.svelte.ts';
import { preferences } from '#lib/client/state/preferences.svelte.ts';
import type { QueueEntry } from '#lib/laboratory/queue-entry.ts';
import { workBasis, type Basis } from '#lib/client/basis/work-basis.svelte.ts';
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import { withOnlyLaboratory } from '#lib/worksheet/edits/only-laboratory.ts';
import { instrumentKey } from '#lib/worksheet/references/reference-choice.ts';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { dayHere } from '#lib/laboratory/calendar-day.ts';
import { startForm, type Begun } from './start-form.ts';

export type Wanted = {
  readonly asset: Asset;
  readonly channel: Channel | null;
  /** The queue entry that is corrected, and the same once it is found. */
  readonly correctId: string | null;
  readonly entry: QueueEntry | null;
  /** In a round: what was typed at the instrument before. */
  readonly inRound: boolean;
};
export type BegunDesk = Begun & { readonly place: string; readonly entry: QueueEntry | null };

/** Call inside component initialisation. */
export class DeskOpening {
  readonly #wantedOf: () => Wanted | null;
  readonly #wanted = $derived.by(() => this.#wantedOf());
  readonly #work: ReturnType<typeof workBasis>;
  readonly #assets = liveAssets();
  readonly #locations = liveLocations();
  readonly #procedures = liveProcedures();
  readonly #instrument = $derived.by(() => {
    const wanted = this.#wanted;
    return wanted === null ? '' : instrumentKey(wanted.asset.id, wanted.channel?.id ?? null);
  });
  readonly #correctId = $derived.by(() => this.#wanted?.correctId ?? null);
  #round = $state(0);
  /** Its author goes on without what is not here. */
  #without = $state('');
  #begun = $state.raw<BegunDesk | null>(null);
  #starting = '';
  #newer = $state('');
  /** Once for each: a history that gives the same notice again is asked about. */
  #renewed: string | null = null;

  hold = $state.raw<DraftHold | null>(null);
  readonly place = $derived.by(() => `${this.#instrument} ${this.#correctId ?? ''} ${this.#round}`);
  /** The form that was begun here, while this tab holds its draft. */
  readonly begun = $derived.by(() =>
    this.#begun?.place === this.place && this.basis !== null && this.hold?.state === 'mine' ? this.#begun : null
  );
  readonly ready = $derived.by(
    () => this.basis !== null && (this.basis.lacking.length === 0 || this.#without === this.place)
  );
  /** References that sync has not brought yet are known from the server. */
  readonly known: readonly Asset[] = $derived.by(() => {
    const ids = new Set(this.#assets.all.map(({ id }) => id));
    return [...this.#assets.all, ...(this.basis?.references ?? []).filter(({ id }) => !ids.has(id))];
  });

  /** Its draft was saved by a newer version of the app, which has to go on with it. */
  readonly newer = $derived.by(() => this.#newer === this.place);

  constructor(wantedOf: () => Wanted | null) {
    this.#wantedOf = wantedOf;
    const today = dayHere(new Date());
    this.#work = workBasis(() => {
      const wanted = this.#wanted;
      if (wanted === null) return null;
      const { asset, channel } = wanted;
      return { assetId: asset.id, organizationId: asset.organization_id, channelId: channel?.id ?? null, day: today };
    });
    $effect(() => {
      if (this.#instrument === '') return;
      const held = new DraftHold(this.#correctId === null ? this.#instrument : correctionDraft(this.#correctId));
      this.hold = held;
      return () => held.end();
    });
    $effect(() => this.#begin(today));
  }

  get basis(): Basis | null {
    return this.#work.basis;
  }
  get asking(): boolean {
    return this.#work.asking;
  }
  /** Asks the server once more for what is lacking. */
  readonly again = (): void => this.#work.again();
  readonly beginWithout = (): void => {
    this.#without = this.place;
  };
  /** Begins once more, from the draft where there is one. */
  readonly anew = (): void => {
    this.#round += 1;
  };
  async takeHere(): Promise<void> {
    // What was shown here before is not what the other tab has typed since.
    this.anew();
    await this.hold?.take();
  }
  /** A history has arrived while nothing was typed yet. */
  readonly renew = (inForce: string): void => {
    const arrived = `${this.#instrument} ${inForce}`;
    if (this.#renewed === arrived) return;
    this.#renewed = arrived;
    this.anew();
  };

  #begin(today: string): void {
    const { basis, place } = this;
    const wanted = this.#wanted;
    if (wanted === null || basis === null || this.hold?.state !== 'mine') {
      // The desk goes. When it comes back it begins from the draft, which has what was typed in it.
      this.#starting = '';
      this.#begun = null;
      return;
    }
    if (!this.ready) return;
    // A tolerance or a procedure that was changed a moment before the app was closed is not in what was saved.
    if (!listsAreCurrent()) return;
    const { asset, channel, entry, correctId } = wanted;
    if (asset.procedure_id !== null && !this.#procedures.ready) return;
    if ((correctId !== null && entry === null) || this.#starting === place) return;
    this.#starting = place;
    const touring = wanted.inRound ? preferences.round : null;
    void startForm({
      asset,
      channel,
      today,
      basis,
      assets: this.known,
      procedure:
        this.#procedures.all.find(({ id, retired_at }) => id === asset.procedure_id && retired_at === null) ?? null,
      entry,
      lastReference: preferences.lastReference[this.#instrument] ?? touring?.reference ?? undefined,
      environment: touring?.environment ?? null
    }).then(
      (begun) => {
        if (this.#starting !== place) return;
        const locations = this.#locations.all;
        const form = entry === null ? withOnlyLaboratory(begun.form, asset.organization_id, locations) : begun.form;
        this.#begun = { ...begun, form, place, entry };
      },
      (error: unknown) => {
        if (!(error instanceof NewerFormat)) throw error;
        this.#newer = place;
      }
    );
  }
}
