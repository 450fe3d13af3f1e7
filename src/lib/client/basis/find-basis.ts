/**
 * What a calibration rests on besides its readings: the history of the instrument (its correction in force, the plan of last
 * time) and the references with theirs. A device that is still pulling for the first time holds half of it; then it is fetched
 * out of turn, and what cannot be fetched is named.
 */
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration, CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { latestOn } from '#lib/laboratory/in-force.ts';

/** What is not here: all calibrations of the instrument, its last one with its points, or all references with theirs. */
export type Lacking = 'history' | 'plan' | 'references';

export type Basis = {
  readonly history: readonly CalibrationHeader[];
  readonly references: readonly Asset[];
  readonly referenceCalibrations: readonly CalibrationHeader[];
  /** The last calibration of the instrument, whole; null where there is none, or it is not here. */
  readonly previous: Calibration | null;
  readonly lacking: readonly Lacking[];
  /** Something of it was fetched out of turn: it follows no change until sync has read it too. */
  readonly fetched: boolean;
};

/** The device's own rows, and the way to the server; each call of `ask` throws where nobody answers. */
export type BasisPorts = {
  readonly scope: () => Promise<readonly string[] | null>;
  /** Organizations of which a collection has been read to its end. */
  readonly complete: (collection: 'assets' | 'calibrations') => Promise<ReadonlySet<string>>;
  readonly held: {
    readonly references: () => Promise<readonly Asset[]>;
    readonly calibrations: (assetId: string) => Promise<readonly CalibrationHeader[]>;
    readonly whole: (id: string) => Promise<Calibration | undefined>;
    /** Calibrations that this device has sent and the laboratory has applied; sync may not have brought them back yet. */
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

/** Requests under way at once: a phone's connection is wanted by the pull, too. */
const AT_ONCE = 4;

/** Never throws for want of a server: `lacking` says what is not here. */
export async function findBasis(ports: BasisPorts, instrument: Instrument): Promise<Basis> {
  // Read before the rows: what has been read to its end by now is whole in them.
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
  const held = await ports.held.references();
  try {
    const assets = allListed ? held : await ports.ask.references();
    let fetched = !allListed;
    const found = await inTurns(assets, (asset) => {
      if (complete.has(asset.organization_id)) return ports.held.calibrations(asset.id);
      fetched = true;
      return ports.ask.calibrations(asset.id);
    });
    return { assets, all: found.flat(), lacking: null, fetched };
  } catch {
    const all = await Promise.all(held.map(({ id }) => ports.held.calibrations(id)));
    return { assets: held, all: all.flat(), lacking: 'references', fetched: false };
  }
}

async function wholeOf(ports: BasisPorts, previous: CalibrationHeader | null) {
  const found = (calibration: Calibration | null): Part & { readonly calibration: Calibration | null } => ({
    calibration,
    lacking: null,
    fetched: false
  });
  if (previous === null) return found(null);
  const held = await ports.held.whole(previous.id);
  if (held !== undefined) return found(held);
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
