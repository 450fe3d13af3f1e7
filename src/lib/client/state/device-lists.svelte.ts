/** The collections that are kept whole in memory, as reactive lists. One instance while somebody is signed in. */
import type { Asset } from '#lib/contracts/assets.ts';
import { todayIn } from '#lib/laboratory/calibration-status.ts';
import type { Scope } from '#sync/client/replica.ts';
import { NO_ORGANIZATION } from '#sync/protocol/collections.ts';
import type { DocumentOf } from '#sync/protocol/documents.ts';
import { PulledList } from '../database/pulled-list.ts';
import { savedListsOf } from '../database/saved-lists.ts';
import type { Device } from '../database/device.ts';
import { AssetList } from './asset-list.ts';
import { assetsByName, type AssetsByName } from './assets-by-name.ts';
import { today } from './today.svelte.ts';

const SMALL = ['organizations', 'memberships', 'locations', 'procedures', 'notifications'] as const;
type Small = (typeof SMALL)[number];
type View<T> = { readonly ready: boolean; readonly all: readonly T[] };
/** Changes within this time are shown together. */
const GATHER_MS = 30;
const DEFAULT_LEAD_DAYS = 30;
/** A monitor that stays on shows a new day at most this late. */
const LOOK_AT_THE_DAY_MS = 60_000;

export class DeviceLists {
  #views = $state.raw<{ [C in Small]: View<DocumentOf<C>> }>({
    organizations: { ready: false, all: [] },
    memberships: { ready: false, all: [] },
    locations: { ready: false, all: [] },
    procedures: { ready: false, all: [] },
    notifications: { ready: false, all: [] }
  });
  #shownAssets = $state.raw<View<Asset>>({ ready: false, all: [] });
  #changed = new Set<Small | 'assets'>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isCurrent = $state(false);
  #scope: Scope | null = null;
  #clock: ReturnType<typeof setInterval> | null = null;
  #unwatch = () => {};
  #names: { readonly of: readonly Asset[]; readonly assets: AssetsByName } = { of: [], assets: new Map() };
  readonly #small: { [C in Small]: PulledList<C> };
  readonly #assets: AssetList;

  /** @param device may still be opening; saved lists are shown without it */
  constructor(
    readonly userId: string,
    readonly device: () => Promise<Device>
  ) {
    const list = <C extends Small>(name: C) => new PulledList(device, name, () => this.#note(name));
    this.#small = {
      organizations: list('organizations'),
      memberships: list('memberships'),
      locations: list('locations'),
      procedures: list('procedures'),
      notifications: list('notifications')
    };
    this.#assets = new AssetList(
      device,
      () => this.#context(),
      () => this.#note('assets')
    );
  }

  /** Whether the lists match the database. Until then they are as saved, which may be out of date. */
  get isCurrent(): boolean {
    return this.#isCurrent;
  }
  get assets(): View<Asset> {
    return this.#shownAssets;
  }
  view<C extends Small>(name: C): View<DocumentOf<C>> {
    return this.#views[name] as View<DocumentOf<C>>;
  }
  /** The asset by UUID, or by identifier if that is unambiguous. */
  findAsset(ref: string): Asset | null {
    const wanted = ref.toLowerCase();
    const byId = this.#assets.find(wanted);
    if (byId !== undefined) return this.#inScope(byId.organization_id) ? byId : null;
    const named = this.#named().get(wanted);
    if (named === 'several') return null;
    // The list's own object may be a view of the saved columns.
    return named === undefined ? null : (this.#assets.find(named.id) ?? named);
  }

  /** Whether several organizations have an asset with this identifier: only the UUID leads to one of them. */
  hasNamesakes(assetId: string): boolean {
    // Read first, so that a link follows a change of them.
    const { all } = this.#shownAssets;
    // Within one organization it is unique: a first screen need not look at all of them.
    if (all.length === 0 || this.#scope?.organizations.length === 1) return false;
    return this.#named().get(assetId.toLowerCase()) === 'several';
  }

  /** Shows what was saved. */
  async show(): Promise<void> {
    today.refresh();
    this.#clock = setInterval(() => this.refreshDay(), LOOK_AT_THE_DAY_MS);
    const saved = await savedListsOf(this.userId);
    this.#scope = saved.scope;
    for (const list of this.#lists()) list.loadSaved(saved);
    this.#assets.loadSaved(saved);
    this.#show();
  }

  /** Continues with the contents of the database, and every change of it. */
  async follow(): Promise<void> {
    const { local, replicated } = await this.device();
    const database = await replicated();
    for (const list of this.#lists()) await list.follow(database);
    await this.#assets.follow(database);
    // Shown with a short delay, because changes come in bursts.
    this.#show();
    this.#isCurrent = true;
    const { watch } = await import('../database/watch.ts');
    this.#unwatch = watch(
      () => local.settings.get('scope'),
      (row) => this.#takeScope((row?.value as Scope | undefined) ?? null)
    );
  }

  /** Everything on the server has been pulled once. */
  pulled(): void {
    for (const list of this.#lists()) list.pulled();
    this.#assets.pulled();
  }

  /** Status depends on the day: call it when the day may have changed. Does nothing if it has not. */
  refreshDay(): void {
    today.refresh();
    void this.#assets.refreshDay().catch((error: unknown) => console.error(error));
  }

  /** Saves the lists for the next start; for the leading tab. */
  async save(): Promise<void> {
    for (const list of this.#lists()) await list.save();
    await this.#assets.save();
  }

  stop(): void {
    this.#unwatch();
    for (const list of this.#lists()) list.stop();
    this.#assets.stop();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#clock !== null) clearInterval(this.#clock);
  }

  /** The assets by their identifiers, as long as the list stays the same. */
  #named(): AssetsByName {
    const { all } = this.#shownAssets;
    if (this.#names.of !== all) this.#names = { of: all, assets: assetsByName(all) };
    return this.#names.assets;
  }

  #lists = () => Object.values(this.#small);

  #takeScope(scope: Scope | null): void {
    if (JSON.stringify(scope) === JSON.stringify(this.#scope)) return;
    const instance = JSON.stringify(this.#scope?.instance);
    this.#scope = scope;
    for (const name of SMALL) this.#note(name);
    this.#note('assets');
    if (JSON.stringify(scope?.instance) !== instance) void this.#assets.refresh();
  }

  #note(name: Small | 'assets'): void {
    this.#changed.add(name);
    this.#timer ??= setTimeout(() => this.#show(), GATHER_MS);
  }

  #inScope = (stream: string) =>
    stream === NO_ORGANIZATION ||
    stream === this.userId ||
    this.#scope === null ||
    this.#scope.organizations.includes(stream);

  #show(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const changed = this.#changed;
    this.#changed = new Set();
    for (const name of SMALL) if (changed.has(name)) this.#showSmall(name);
    // Before the assets are loaded, names come with them; afterwards a rename updates all of them.
    const renamed = changed.has('organizations') || changed.has('locations');
    if (renamed && this.#shownAssets.ready && this.#namesDiffer()) void this.#assets.refresh();
    if (!changed.has('assets')) return;
    const { ready, sorted } = this.#assets;
    const all = sorted.every((asset) => this.#inScope(asset.organization_id))
      ? sorted
      : sorted.filter((asset) => this.#inScope(asset.organization_id));
    this.#shownAssets = { ready, all };
  }

  #showSmall<C extends Small>(name: C): void {
    const list = this.#small[name] as unknown as PulledList<C>;
    const all = [...list.entries.values()]
      .filter(({ stream }) => this.#inScope(stream))
      .map(({ document }) => document);
    this.#views = { ...this.#views, [name]: { ready: list.ready, all } };
  }

  #namesDiffer(): boolean {
    const { organizationName, locationName } = this.#context();
    return this.#shownAssets.all.some(
      ({ organization_id, organization_name, location_id, location_name }) =>
        organization_name !== organizationName(organization_id) ||
        (location_id !== null && location_name !== locationName(location_id))
    );
  }

  #context() {
    const { organizations, locations } = this.#small;
    const instance = this.#scope?.instance;
    return {
      organizationName: (id: string) => organizations.entries.get(id)?.document.name ?? '',
      locationName: (id: string) => locations.entries.get(id)?.document.name ?? null,
      today: todayIn(instance?.time_zone ?? 'UTC', new Date()),
      leadDays: this.leadDays
    };
  }

  /** The number of days before the due date that count as due soon. */
  get leadDays(): number {
    return this.#scope?.instance.reminder_lead_days ?? DEFAULT_LEAD_DAYS;
  }
}
