import type { ArchivedAsset } from '#lib/contracts/archive.ts';
import type { Finding, ImportAction, ImportRow, OnExisting } from '#lib/contracts/exchange.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import {
  findAccounts,
  findAssetIds,
  findHistoryIds,
  findNumbers,
  findTakenIds,
  findUsableLocations,
  findUsableProcedures
} from '#lib/server/db/archive-import.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { derivedId } from './derived-id.ts';
import { faultsOfAsset, faultsOfCalibration } from './consistency.ts';
import { errorFinding, isFinding, type Incoming, type IncomingAsset, type IncomingFile } from './incoming.ts';
import { matchByName } from './match-by-name.ts';
import { faultsOfFiles } from './judged-file.ts';

export type Target = { readonly organizationId: string; readonly onExisting: OnExisting };
/** What was decided about each asset, and under which ids everything is written. */
export type Plan = {
  readonly target: Target;
  readonly rows: readonly ImportRow[];
  readonly calibrations: number;
  /** Ids that are taken elsewhere, and what they become. */
  readonly ids: ReadonlyMap<string, string>;
  readonly actions: ReadonlyMap<string, ImportAction>;
  /** Assets that are there, by their identifiers in lower case. */
  readonly existing: ReadonlyMap<string, string>;
  /** Calibrations that are there already. */
  readonly known: ReadonlySet<string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly locations: ReadonlySet<string>;
  readonly procedures: ReadonlySet<string>;
  /** Calibrations of the archive, and those that they refer to. */
  readonly seen: ReadonlySet<string>;
  readonly referred: ReadonlySet<string>;
  /** Channels, tasks, what was done of them and files that assets have already, by the id of the asset. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files of the archive, by the ids that they have in it. */
  readonly files: ReadonlySet<string>;
};
type Looking = Omit<
  Plan,
  'rows' | 'calibrations' | 'ids' | 'actions' | 'known' | 'procedures' | 'seen' | 'referred' | 'parts' | 'files'
> & {
  readonly files: Set<string>;
  /** Ids of channels, tasks and files that were met. */
  readonly claimed: Set<string>;
  readonly ids: Map<string, string>;
  readonly known: Set<string>;
  readonly seen: Set<string>;
  readonly referred: Set<string>;
  readonly parts: Map<string, ReadonlySet<string>>;
  readonly tx: Tx;
};
type Found = { readonly row: ImportRow; readonly calibrations: number };

/** Reads everything and writes nothing: what an import would do, and what is wrong. */
export const look = (
  { pool }: Services,
  incoming: Incoming,
  target: Target,
  onAsset: (done: number, total: number) => Promise<void>
): Promise<Plan> =>
  transaction(pool, SYSTEM, async (tx) => {
    const { organizationId } = target;
    const procedures = await findUsableProcedures(tx, organizationId);
    const looking: Looking = {
      tx,
      target,
      files: new Set(),
      claimed: new Set(),
      ids: new Map(),
      known: new Set(),
      seen: new Set(),
      referred: new Set(),
      parts: new Map(),
      existing: await findAssetIds(tx, organizationId),
      accounts: await findAccounts(tx, organizationId),
      locations: await findUsableLocations(tx, organizationId)
    };
    if (incoming.matchesByName) await matchByName(looking, incoming);
    const byCode = new Map(procedures.filter(({ own }) => own).map(({ code, id }) => [code, id]));
    const usable = new Set(procedures.map(({ id }) => id));
    for (const { id, code, common } of incoming.procedures) {
      const same = common ? undefined : byCode.get(code.toLowerCase());
      if (!usable.has(id) && same !== undefined && !looking.ids.has(id)) looking.ids.set(id, same);
    }
    const places = incoming.locations
      .map(({ id }) => id)
      .filter((id) => !looking.locations.has(id) && !looking.ids.has(id));
    const ways = incoming.procedures.map(({ id }) => id).filter((id) => !usable.has(id) && !looking.ids.has(id));
    const files = ways.flatMap((id) => incoming.procedureFiles?.get(id) ?? []);
    for (const { loc, message } of await faultsOfFiles(files)) throw refusedEntry(loc[0] ?? '', message);
    for (const { record } of files) looking.files.add(record.id);
    await giveIds(looking, [...places, ...ways, ...files.map(({ record }) => record.id)]);
    const rows: ImportRow[] = [];
    const actions = new Map<string, ImportAction>();
    let calibrations = 0;
    for await (const asset of incoming.assets()) {
      const found = await lookAt(looking, asset);
      rows.push(found.row);
      actions.set(asset.path, found.row.action);
      calibrations += found.calibrations;
      await onAsset(rows.length, incoming.total);
    }
    return { ...looking, procedures: usable, rows, calibrations, actions };
  });

async function lookAt(looking: Looking, incoming: IncomingAsset): Promise<Found> {
  const { record, path, asset_id, findings: read } = incoming;
  const findings: Finding[] = [...read];
  const said = (action: ImportAction, calibrations = 0): Found => ({
    row: { path, asset_id, action, findings },
    calibrations
  });
  if (record === null) return said('refuse');
  const key = record.asset_id.toLowerCase();
  once(looking, findings, `asset ${key}`, 'asset_id_twice', ['asset_id']);
  const existing = looking.existing.get(key);
  if (existing !== undefined && looking.target.onExisting === 'skip') return said('skip');
  if (existing !== undefined && looking.target.onExisting === 'refuse') {
    findings.push(errorFinding('asset_exists', ['asset_id'], 'An asset with this identifier exists.'));
    return said('refuse');
  }
  findings.push(...faultsOfAsset(record), ...(await faultsOfFiles(incoming.files)));
  const fresh = await lookAtHistory(looking, incoming, record, existing, findings);
  const isRefused = findings.some(({ level }) => level === 'error');
  return said(isRefused ? 'refuse' : existing === undefined ? 'create' : 'update', isRefused ? 0 : fresh);
}

/** Notes what the file may have once: an id, an identifier, a number, a version. */
function once({ claimed }: Looking, findings: Finding[], key: string, code: string, loc: readonly string[]): void {
  if (claimed.has(key)) findings.push(errorFinding(code, loc, 'The file has this twice.'));
  claimed.add(key);
}

/** @returns how many calibrations are new */
async function lookAtHistory(
  looking: Looking,
  { files = [], calibrations, hasNewIds }: IncomingAsset,
  record: ArchivedAsset,
  existing: string | undefined,
  findings: Finding[]
): Promise<number> {
  const { tx, target, accounts } = looking;
  const there = existing === undefined ? null : await findHistoryIds(tx, existing);
  if (existing !== undefined && there !== null) looking.parts.set(existing, there.parts);
  if (existing !== undefined && existing !== record.id) looking.ids.set(record.id, existing);
  const own = [record.id, ...(record.photo_file_id === null ? [] : [record.photo_file_id])];
  for (const id of own) once(looking, findings, id, 'id_twice', ['id']);
  const fresh = existing === undefined ? own : [];
  // What the asset has already keeps its id, or the one that it was given before.
  const claim = (id: string, loc: string) => {
    once(looking, findings, id, 'id_twice', [loc]);
    const derived = there === null ? id : derivedId(target.organizationId, id);
    if (there?.parts.has(id)) return;
    if (there?.parts.has(derived)) looking.ids.set(id, derived);
    else fresh.push(id);
  };
  const claimFiles = (of: readonly IncomingFile[]) => {
    for (const file of of) {
      claim(file.record.id, file.path);
      looking.files.add(file.record.id);
    }
  };
  for (const { id } of record.channels) claim(id, 'channels');
  for (const { id, performances } of record.tasks) for (const one of [{ id }, ...performances]) claim(one.id, 'tasks');
  claimFiles(files);
  const numbers = new Map<string, string>();
  const unknown = new Set<string>();
  let count = 0;
  for await (const found of calibrations()) {
    if (isFinding(found)) {
      findings.push(found);
      continue;
    }
    const { record: calibration, path } = found;
    findings.push(...faultsOfCalibration(calibration, record, path, found.pdf !== null));
    findings.push(...(await faultsOfFiles(found.files)));
    claimFiles(found.files ?? []);
    const { id, channel_id, version, certificate_number: number } = calibration;
    once(looking, findings, id, 'id_twice', [path, 'id']);
    // A new one is given its version and its number when it is written.
    if (!found.isNew) {
      once(looking, findings, `${record.id} ${channel_id} ${version}`, 'version_twice', [path, 'version']);
      once(looking, findings, `number ${number}`, 'certificate_number_twice', [path, 'certificate_number']);
    }
    looking.seen.add(id);
    for (const other of [calibration.reference_calibration_id, calibration.replaces_calibration_id])
      if (other !== null) looking.referred.add(other);
    for (const [part, hash] of Object.entries(calibration.people)) if (!accounts.has(hash)) unknown.add(part);
    if (!calibration.people['recorded_by']) unknown.add('recorded_by');
    if (found.isNew) {
      count++;
      continue;
    }
    const channel = channel_id === null ? '' : (looking.ids.get(channel_id) ?? channel_id);
    const same = there?.versions.get(`${channel}:${version}`);
    if (same === undefined) {
      fresh.push(id);
      numbers.set(number, path);
      count++;
    } else if (same === id || same === derivedId(target.organizationId, id)) {
      looking.known.add(id);
      if (same !== id) looking.ids.set(id, same);
    } else {
      findings.push(errorFinding('version_differs', [path, 'version'], 'Another calibration has this version.'));
    }
  }
  if (!hasNewIds && !(await giveIds(looking, fresh)))
    findings.push(errorFinding('id_taken', ['id'], 'Its ids belong to other records.'));
  const taken = numbers.size === 0 ? new Map() : await findNumbers(tx, target.organizationId, [...numbers.keys()]);
  for (const number of taken.keys()) {
    findings.push(
      errorFinding(
        'certificate_number_taken',
        [numbers.get(number) ?? '', 'certificate_number'],
        `${number} is the number of another certificate.`
      )
    );
  }
  if (unknown.size > 0) {
    findings.push({
      level: 'info',
      code: 'people_unknown',
      loc: [...unknown].sort(),
      message: 'People who are not members of the organization stay as names.'
    });
  }
  return count;
}

/** Keeps ids that are free; others get one that is the same each time. @returns false where that is taken, too */
async function giveIds({ tx, ids, target }: Looking, wanted: readonly string[]): Promise<boolean> {
  const taken = [...(await findTakenIds(tx, wanted))];
  const derived = taken.map((id) => derivedId(target.organizationId, id));
  taken.forEach((id, i) => ids.set(id, derived[i] ?? id));
  return derived.length === 0 || (await findTakenIds(tx, derived)).size === 0;
}
