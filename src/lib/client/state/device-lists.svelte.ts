/** The collections that are kept whole in memory, as reactive lists. One instance while somebody is signed in. */
import type { Asset } from '#lib/contracts/assets.ts';
import { todayIn } from '#lib/laboratory/calibration-status.ts';
import type { Scope } from '#sync/client/replica.ts';
import { NOBODY, type CollectionName } from '#sync/protocol/collections.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import { DatesList } from '../database/dates-list.ts';
import { PulledList } from '../database/pulled-list.ts';
import type { Device } from '../device.ts';
import { byAssetId, deriveAsset, replaceInOrder, type AssetContext } from './derive-asset.ts';

const SMALL = ['organizations', 'memberships', 'locations', 'procedures', 'notifications'] as const;
type Small = (typeof SMALL)[number];
type View<T> = { readonly ready: boolean; readonly all: readonly T[] };
/** Changes of one moment are shown together. */
const GATHER_MS = 30;
const DEFAULT_LEAD_DAYS = 30;

export class DeviceLists {
  #views = $state.raw<{ [C in Small]: View<DocumentOf<C>> }>({
    organizations: { ready: false, all: [] },
    memberships: { ready: false, all: [] },
    locations: { ready: false, all: [] },
    procedures: { ready: false, all: [] },
    notifications: { ready: false, all: [] }
  });
  #assets = $state.raw<View<Asset>>({ ready: false, all: [] });
  #assetsById = new Map<string, Asset>();
  #changed = new Map<CollectionName | 'dates', Set<string> | null>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #scope: Scope | null = null;
  #unwatch = () => {};
  readonly #lists: { [C in Small | 'assets']: PulledList<C> };
  readonly #dates: DatesList;

  constructor(readonly device: Device) {
    const list = <C extends Small | 'assets'>(name: C) => new PulledList(device, name, (ids) => this.#note(name, ids));
    this.#lists = {
      organizations: list('organizations'),
      memberships: list('memberships'),
      locations: list('locations'),
      procedures: list('procedures'),
      notifications: list('notifications'),
      assets: list('assets')
    };
    this.#dates = new DatesList(device, (ids) => this.#note('dates', ids));
  }

  get assets(): View<Asset> {
    return this.#assets;
  }
  view<C extends Small>(name: C): View<DocumentOf<C>> {
    return this.#views[name] as View<DocumentOf<C>>;
  }
  /** The asset by UUID, or by identifier where that is unmistakable. */
  findAsset(ref: string): Asset | null {
    const { all } = this.#assets;
    const wanted = ref.toLowerCase();
    const byId = this.#assetsById.get(wanted);
    return byId ?? all.find((asset) => asset.asset_id.toLowerCase() === wanted) ?? null;
  }

  /** Shows what was saved, then what the database holds, then every change. */
  async start(): Promise<void> {
    const { settings } = this.device.local;
    this.#scope = ((await settings.get('scope'))?.value as Scope | undefined) ?? null;
    const lists = Object.values(this.#lists);
    const [datesAt, ...savedAt] = await Promise.all([
      this.#dates.loadSaved(),
      ...lists.map((list) => list.loadSaved())
    ]);
    this.#show();
    // What is on the screen comes first; the database may take its time.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const database = await this.device.replicated();
    await this.#dates.follow(database, datesAt);
    for (const [index, list] of lists.entries()) await list.follow(database, savedAt[index] ?? null);
    const { watch } = await import('../database/watch.ts');
    this.#unwatch = watch(
      () => settings.get('scope'),
      (row) => {
        const scope = (row?.value as Scope | undefined) ?? null;
        if (JSON.stringify(scope) === JSON.stringify(this.#scope)) return;
        this.#scope = scope;
        for (const list of lists) this.#note(list.collection, null);
      }
    );
  }

  /** Everything that the server has has been pulled once. */
  pulled(): void {
    for (const list of Object.values(this.#lists)) list.pulled();
  }

  /** Status depends on the day: to be called when the day may have changed. */
  refreshDay(): void {
    if (todayIn(this.#scope?.instance.time_zone ?? 'UTC', new Date()) !== this.#today) this.#note('dates', null);
  }

  /** Saves the lists for the next start; for the leading tab. */
  async save(): Promise<void> {
    const { assets, ...small } = this.#lists;
    for (const list of Object.values(small)) await list.save();
    // All of them, those out of scope too: what is hidden today may be shown tomorrow.
    const shown = this.#assets.all.map(({ id }) => id);
    const hidden = [...assets.entries.keys()].filter((id) => !this.#assetsById.has(id));
    await assets.save([...shown, ...hidden]);
    await this.#dates.save();
  }

  stop(): void {
    this.#unwatch();
    for (const list of Object.values(this.#lists)) list.stop();
    this.#dates.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #note(name: CollectionName | 'dates', ids: readonly string[] | null): void {
    const before = this.#changed.get(name);
    this.#changed.set(name, ids === null || before === null ? null : new Set([...(before ?? []), ...ids]));
    this.#timer ??= setTimeout(() => this.#show(), GATHER_MS);
  }

  #inScope = (stream: string) =>
    stream === NOBODY ||
    stream === this.device.userId ||
    this.#scope === null ||
    this.#scope.organizations.includes(stream);

  #show(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const changed = this.#changed;
    this.#changed = new Map();
    for (const name of SMALL) if (changed.has(name)) this.#showSmall(name);
    const all = ['assets', 'dates', 'organizations', 'locations'] as const;
    const whole = all.some((name) => changed.get(name) === null);
    const renamed = (['organizations', 'locations'] as const).some((name) => changed.has(name));
    if (whole || renamed) this.#showAssets(null);
    else {
      const ids = [...(changed.get('assets') ?? []), ...(changed.get('dates') ?? [])];
      if (ids.length > 0 || changed.has('assets')) this.#showAssets(new Set(ids));
    }
  }

  #showSmall<C extends Small>(name: C): void {
    const list = this.#lists[name] as unknown as PulledList<C>;
    const all = [...list.entries.values()]
      .filter(({ stream }) => this.#inScope(stream))
      .map(({ document }) => document);
    this.#views = { ...this.#views, [name]: { ready: list.ready, all } };
  }

  #today = '';
  #context(): AssetContext {
    const { organizations, locations } = this.#lists;
    const instance = this.#scope?.instance;
    this.#today = todayIn(instance?.time_zone ?? 'UTC', new Date());
    return {
      organizationName: (id) => organizations.entries.get(id)?.document.name ?? '',
      locationName: (id) => locations.entries.get(id)?.document.name ?? null,
      dates: this.#dates.of,
      today: this.#today,
      leadDays: instance?.reminder_lead_days ?? DEFAULT_LEAD_DAYS
    };
  }

  /** @param ids null: every asset */
  #showAssets(ids: ReadonlySet<string> | null): void {
    const { entries, ready } = this.#lists.assets;
    const context = this.#context();
    if (ids === null) this.#assetsById.clear();
    for (const id of ids ?? entries.keys()) {
      const entry = entries.get(id);
      if (entry === undefined || !this.#inScope(entry.stream)) this.#assetsById.delete(id);
      else this.#assetsById.set(id, deriveAsset(entry.document, context));
    }
    const sorted = ids === null ? inOrder([...this.#assetsById.values()]) : null;
    this.#assets = {
      ready,
      all: sorted ?? replaceInOrder(this.#assets.all, ids ?? new Set(), (id) => this.#assetsById.get(id))
    };
  }
}

/** Sorts unless it is sorted already, as a saved list is. */
const inOrder = (assets: Asset[]): Asset[] =>
  assets.every((asset, index) => index === 0 || byAssetId(assets[index - 1] ?? asset, asset) <= 0)
    ? assets
    : assets.sort(byAssetId);
