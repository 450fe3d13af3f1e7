/**
 * The basis of a calibration besides its readings: the history of the instrument (its correction in force, its last
 * plan) and the references with theirs. A device in its first pull has only part of it; the rest is then fetched
 * directly, and what cannot be fetched is reported.
 */
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration, CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { latestOn } from '#lib/laboratory/in-force.ts';

/**
 * What is missing here: all calibrations of the instrument, its last one with its points, or all references with
 * theirs.
 */
export type Lacking = 'history' | 'plan' | 'references';

export type Basis = {
  readonly history: readonly CalibrationHeader[];
  readonly references: readonly Asset[];
  readonly referenceCalibrations: readonly CalibrationHeader[];
  /** The complete last calibration of the instrument; null if there is none or it is not on the device. */
  readonly previous: Calibration | null;
  readonly lacking: readonly Lacking[];
  /** Part of it was fetched directly: it is not updated until sync has read it too. */
  readonly fetched: boolean;
};

/** The device's own rows, and access to the server; each call of `ask` throws if there is no answer. */
export type BasisPorts = {
  readonly scope: () => Promise<readonly string[] | null>;
  /** Organizations for which a collection has been pulled completely. */
  readonly complete: (collection: 'assets' | 'calibrations') => Promise<ReadonlySet<string>>;
  readonly held: {
    readonly references: () => Promise<readonly Asset[]>;
    readonly calibrations: (assetId: string) => Promise<readonly CalibrationHeader[]>;
    readonly whole: (id: string) => Promise<Calibration | undefined>;
    /** Calibrations that this device has sent and the server has applied; sync may not have returned them yet. */
    readonly applied: (assetId: string) => Promise<readonly string[]>;
  };
  readonly ask: {
    readonly references: () => Promise<readonly Asset[]>;
    readonly calibrations: (assetId: string) => Promise<readonly CalibrationHeader[]>;
    readonly whole: (id: string) => Promise<Calibration>;
  };
};

export type Instrument = {
  readonly assetId: string;
  readonly organizationId: string;
  readonly channelId: string | null;
  /** The day of the work, YYYY-MM-DD. */
  readonly day: string;
};

/** Concurrent requests: the pull needs a phone's connection, too. */
const AT_ONCE = 4;

/** Does not throw if the server is unreachable: `lacking` lists what is missing. */
export async function findBasis(ports: BasisPorts, instrument: Instrument): Promise<Basis> {
  // Read before the rows: a collection that is complete by now is complete in them.
  const complete = await ports.complete('calibrations');
  const [history, references] = await Promise.all([
    historyOf(ports, instrument, complete),
    referencesOf(ports, complete)
  ]);
  const previous = await wholeOf(ports, latestOn(history.all, instrument.channelId, instrument.day));
  const parts = [history, references, previous];
  return {
    history: history.all,
    references: references.assets,
    referenceCalibrations: references.all,
    previous: previous.calibration,
    lacking: parts.flatMap(({ lacking }) => lacking ?? []),
    fetched: parts.some(({ fetched }) => fetched)
  };
}

type Part = { readonly lacking: Lacking | null; readonly fetched: boolean };
type Headers = Part & { readonly all: readonly CalibrationHeader[] };

async function historyOf(ports: BasisPorts, { assetId, organizationId }: Instrument, complete: ReadonlySet<string>) {
  const [all, applied] = await Promise.all([ports.held.calibrations(assetId), ports.held.applied(assetId)]);
  const known = new Set(all.map(({ id }) => id));
  const read = complete.has(organizationId);
  if (read && applied.every((id) => known.has(id))) return { all, lacking: null, fetched: false } satisfies Headers;
  try {
    return { all: await ports.ask.calibrations(assetId), lacking: null, fetched: !read } satisfies Headers;
  } catch {
    return { all, lacking: 'history', fetched: false } satisfies Headers;
  }
}

async function referencesOf(
  ports: BasisPorts,
  complete: ReadonlySet<string>
): Promise<Headers & { readonly assets: readonly Asset[] }> {
  const scope = await ports.scope();
  const listed = await ports.complete('assets');
  const allListed = scope !== null && scope.every((organization) => listed.has(organization));
  const stored = await ports.held.references();
  try {
    const assets = allListed ? stored : await ports.ask.references();
    let fetched = !allListed;
    const found = await inTurns(assets, (asset) => {
      if (complete.has(asset.organization_id)) return ports.held.calibrations(asset.id);
      fetched = true;
      return ports.ask.calibrations(asset.id);
    });
    return { assets, all: found.flat(), lacking: null, fetched };
  } catch {
    const all = await Promise.all(stored.map(({ id }) => ports.held.calibrations(id)));
    return { assets: stored, all: all.flat(), lacking: 'references', fetched: false };
  }
}

async function wholeOf(ports: BasisPorts, previous: CalibrationHeader | null) {
  const found = (calibration: Calibration | null): Part & { readonly calibration: Calibration | null } => ({
    calibration,
    lacking: null,
    fetched: false
  });
  if (previous === null) return found(null);
  const stored = await ports.held.whole(previous.id);
  if (stored !== undefined) return found(stored);
  try {
    return { ...found(await ports.ask.whole(previous.id)), fetched: true };
  } catch {
    return { ...found(null), lacking: 'plan' as const };
  }
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let next = 0; next < items.length; next += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(next, next + AT_ONCE).map(work))));
  }
  return results;
}
