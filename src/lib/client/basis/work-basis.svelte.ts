/** The basis of a calibration, live: determined again when sync has read more, and as soon as the server answers. */
import type { Basis, Instrument } from './find-basis.ts';
import { device } from '../database/device.ts';
import { liveAssets } from '../state/collections.svelte.ts';
import { syncStatus } from '../state/sync-status.svelte.ts';

export type { Basis } from './find-basis.ts';

/** Changes within this time are handled together. */
const GATHER_MS = 300;

/** Call inside component initialisation. `again` requests the missing data from the server once more. */
export function workBasis(instrumentOf: () => Instrument | null): {
  readonly asking: boolean;
  readonly basis: Basis | null;
  readonly again: () => void;
} {
  let found = $state.raw<{ readonly of: string; readonly basis: Basis } | null>(null);
  let asking = $state(true);
  let turn = $state(0);
  const assets = liveAssets();
  // Lists are new after every change of any asset; only another instrument or other references matter here.
  const wanted = $derived(JSON.stringify(instrumentOf()));
  const about = $derived(aboutOf(instrumentOf()));
  const references = $derived(
    assets.all
      .filter((known) => known.is_reference)
      .map(({ id }) => id)
      .join(' ')
  );
  $effect(() => {
    const instrument = JSON.parse(wanted) as Instrument | null;
    void [references, turn, syncStatus.online];
    if (instrument === null) return;
    return follow(
      instrument,
      () => (asking = true),
      (basis) => {
        asking = false;
        found = { of: aboutOf(instrument), basis };
      }
    );
  });
  return {
    get asking() {
      return asking;
    },
    // The basis of the previous instrument does not count.
    get basis() {
      return found?.of === about ? found.basis : null;
    },
    again: () => (turn += 1)
  };
}

/** What a basis counts for: an asset that comes to another organization keeps its desk until the other basis is found. */
const aboutOf = (instrument: Instrument | null): string => JSON.stringify({ ...instrument, organizationId: null });

/** Determines it now and after every relevant change. Returns a function that ends it. */
function follow(instrument: Instrument, onAsk: () => void, onFound: (basis: Basis) => void): () => void {
  const ended = new AbortController();
  const ends: (() => void)[] = [];
  let latest: Basis | null = null;
  let round = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const find = async () => {
    const mine = ++round;
    if (latest === null || latest.lacking.length > 0) onAsk();
    const [{ findBasis }, { browserPorts }] = await Promise.all([
      import('./find-basis.ts'),
      import('./browser-ports.ts')
    ]);
    const found = await findBasis(browserPorts(ended.signal), instrument);
    if (mine !== round || ended.signal.aborted) return;
    latest = found;
    onFound(found);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find().catch(tell), GATHER_MS);
  };
  const tell = (error: unknown) => {
    if (!ended.signal.aborted) console.error(error);
  };
  const begin = async () => {
    const { local, replicated } = await device();
    const [{ completeIn }, { watch }, database] = await Promise.all([
      import('../database/complete.ts'),
      import('../database/watch.ts'),
      replicated()
    ]);
    if (ended.signal.aborted) return;
    // While it is fetched directly, arriving rows are no reason to request it again; a completed pull is.
    const subscription = database.calibrations.eventBulks$.subscribe(() => {
      if (latest !== null && !latest.fetched && latest.lacking.length === 0) soon();
    });
    ends.push(() => subscription.unsubscribe());
    let known: string | null = null;
    const completeness = async () =>
      JSON.stringify([await completeIn(local, 'assets'), await completeIn(local, 'calibrations')]);
    ends.push(
      watch(completeness, (complete) => {
        if (known !== null && known !== complete) soon();
        known = complete;
      })
    );
    await find();
  };
  begin().catch(tell);
  return () => {
    ended.abort();
    clearTimeout(timer);
    for (const end of ends) end();
  };
}
