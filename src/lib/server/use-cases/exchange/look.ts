import type { ArchivedAsset } from '#lib/contracts/archive.ts';
import type { ImportAction, ImportRow } from '#lib/contracts/exchange.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import {
  findAccounts,
  findAssetIds,
  findHistoryIds,
  findNumbers,
  findUsableLocations,
  findUsableProcedures
} from '#lib/server/db/archive-import.ts';
import { CompactIndex } from '#lib/server/archive/compact-index.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ChangedIds } from './changed-ids.ts';
import { derivedId } from './derived-id.ts';
import { giveIds, type Looking, type Plan, type Target } from './plan.ts';
import { FindingBudget, type AssetFindings } from './findings.ts';
import { faultsOfAsset, faultsOfCalibration } from './consistency.ts';
import { errorFinding, isFinding, type Incoming, type IncomingAsset, type IncomingFile } from './incoming.ts';
import { CalibrationsIn, unknownLinks } from './links-in.ts';
import { Replacing } from './replacing.ts';
import { matchByName } from './match-by-name.ts';
import { faultsOfFiles } from './judged-file.ts';
import { faultsOfPhoto } from './photo-in.ts';
import { ReferencesIn } from './references-in.ts';

type Found = {
  readonly row: Omit<ImportRow, 'findings'>;
  readonly findings: AssetFindings;
  readonly calibrations: number;
};

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
    const usable = new Set(procedures.map(({ id }) => id));
    const locations = await findUsableLocations(tx, organizationId);
    const [givenPlaces, givenWays] = [idsOf(incoming.locations), idsOf(incoming.procedures)];
    const looking: Looking = {
      tx,
      target,
      files: new Set(),
      claimed: new CompactIndex(),
      ids: new ChangedIds(organizationId),
      known: new CompactIndex(),
      seen: new CompactIndex(),
      unrelated: new CompactIndex(),
      calibrations: new CalibrationsIn(),
      hasLocation: (id) => locations.has(id) || givenPlaces.has(id),
      hasProcedure: (id) => usable.has(id) || givenWays.has(id),
      budget: new FindingBudget(),
      references: new ReferencesIn(),
      parts: new Map(),
      existing: await findAssetIds(tx, organizationId),
      accounts: await findAccounts(tx, organizationId),
      locations
    };
    if (incoming.matchesByName) await matchByName(looking, incoming);
    const byCode = new Map(procedures.filter(({ own }) => own).map(({ code, id }) => [code, id]));
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
    const found: Found[] = [];
    const actions = new Map<string, ImportAction>();
    let calibrations = 0;
    for await (const asset of incoming.assets()) {
      const one = await lookAt(looking, asset);
      found.push(one);
      actions.set(asset.path, one.row.action);
      calibrations += one.calibrations;
      await onAsset(found.length, incoming.total);
    }
    const references = await looking.references.judge(tx, organizationId);
    const elsewhere = await looking.calibrations.judge(tx, organizationId, (id) => looking.seen.has(id));
    const rows = found.map(({ row, findings }) => ({ ...row, findings: findings.list() }));
    // What was met once matters to nobody any more.
    const { budget, claimed: _, calibrations: _asked, ...plan } = looking;
    return { ...plan, procedures: usable, rows, findings: budget.count, calibrations, actions, references, elsewhere };
  });

const idsOf = (records: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(records.map(({ id }) => id));

async function lookAt(looking: Looking, incoming: IncomingAsset): Promise<Found> {
  const { record, path, asset_id, findings: read } = incoming;
  const findings = looking.budget.ofAsset();
  findings.add(...read);
  const said = (action: ImportAction, calibrations = 0): Found => ({
    row: { path, asset_id, action },
    findings,
    calibrations
  });
  if (record === null) return said('refuse');
  const key = record.asset_id.toLowerCase();
  once(looking, findings, `asset ${key}`, 'asset_id_twice', ['asset_id']);
  const existing = looking.existing.get(key);
  looking.references.addAsset(record.id, record.is_reference);
  if (existing !== undefined && looking.target.onExisting === 'skip') {
    // Calibrations of others that used it are linked to the one that is there.
    if (existing !== record.id) looking.ids.set(record.id, existing);
    return said('skip');
  }
  if (existing !== undefined && looking.target.onExisting === 'refuse') {
    findings.add(errorFinding('asset_exists', ['asset_id'], 'An asset with this identifier already exists.'));
    return said('refuse');
  }
  findings.add(
    ...faultsOfAsset(record),
    ...unknownLinks(record, looking),
    ...(await faultsOfPhoto(incoming.photo)),
    ...(await faultsOfFiles(incoming.files))
  );
  const fresh = await lookAtHistory(looking, incoming, record, existing, findings);
  const isRefused = findings.hasErrors;
  return said(isRefused ? 'refuse' : existing === undefined ? 'create' : 'update', isRefused ? 0 : fresh);
}

/** Notes what the file may have once: an id, an identifier, a number, a version. */
function once({ claimed }: Looking, findings: AssetFindings, key: string, code: string, loc: readonly string[]): void {
  if (!claimed.add(key)) findings.add(errorFinding(code, loc, 'This occurs twice in the file.'));
}

/** @returns how many calibrations are new */
async function lookAtHistory(
  looking: Looking,
  { files = [], calibrations, hasNewIds }: IncomingAsset,
  record: ArchivedAsset,
  existing: string | undefined,
  findings: AssetFindings
): Promise<number> {
  const { tx, target, accounts } = looking;
  const there = existing === undefined ? null : await findHistoryIds(tx, existing);
  if (existing !== undefined && there !== null) looking.parts.set(existing, there.parts);
  if (existing !== undefined && existing !== record.id) looking.ids.set(record.id, existing);
  const own = [record.id, ...(record.photo_file_id === null ? [] : [record.photo_file_id])];
  for (const id of own) once(looking, findings, id, 'id_twice', ['id']);
  const fresh = existing === undefined ? own : [];
  // What the asset has already keeps its id, or the one that it was given before.
  const claim = (id: string, loc: string): 'new' | 'there' => {
    once(looking, findings, id, 'id_twice', [loc]);
    const derived = there === null ? id : derivedId(target.organizationId, id);
    if (there?.parts.has(id)) return 'there';
    if (there?.parts.has(derived)) {
      looking.ids.set(id, derived);
      return 'there';
    }
    fresh.push(id);
    return 'new';
  };
  const claimFiles = (of: readonly IncomingFile[]) => {
    for (const { record: file, path } of of) if (claim(file.id, path) === 'new') looking.files.add(file.id);
  };
  for (const { id } of record.channels) claim(id, 'channels');
  for (const { id, performances } of record.tasks) for (const one of [{ id }, ...performances]) claim(one.id, 'tasks');
  claimFiles(files);
  const numbers = new Map<string, string>();
  const unknown = new Set<string>();
  const replacing = new Replacing();
  let count = 0;
  for await (const found of calibrations()) {
    if (isFinding(found)) {
      findings.add(found);
      continue;
    }
    const { record: calibration, path } = found;
    findings.add(...faultsOfCalibration(calibration, record, path, found.pdf !== null));
    findings.add(...(await faultsOfFiles(found.files)));
    claimFiles(found.files ?? []);
    const { id, channel_id, version, certificate_number: number } = calibration;
    once(looking, findings, id, 'id_twice', [path, 'id']);
    // A new one is given its version and its number when it is written.
    if (!found.isNew) {
      once(looking, findings, `${record.id} ${channel_id} ${version}`, 'version_twice', [path, 'version']);
      once(looking, findings, `number ${number}`, 'certificate_number_twice', [path, 'certificate_number']);
    }
    looking.seen.add(id);
    replacing.add(calibration, path);
    const { reference_calibration_id: used } = calibration;
    if (used !== null && !looking.seen.has(used))
      looking.calibrations.add(used, [path, 'reference_calibration_id'], findings);
    findings.add(...unknownLinks(calibration, looking, path));
    if (calibration.reference_asset_id !== null)
      looking.references.addNamed(calibration.reference_asset_id, path, findings);
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
      findings.add(errorFinding('version_differs', [path, 'version'], 'Another calibration already has this version.'));
    }
  }
  replacing.judge(looking, there?.versions ?? new Map(), findings);
  if (!hasNewIds && !(await giveIds(looking, fresh)))
    findings.add(errorFinding('id_taken', ['id'], 'Its ids are used by other records.'));
  const taken = numbers.size === 0 ? new Map() : await findNumbers(tx, target.organizationId, [...numbers.keys()]);
  for (const number of taken.keys()) {
    findings.add(
      errorFinding(
        'certificate_number_taken',
        [numbers.get(number) ?? '', 'certificate_number'],
        `Another certificate has the number ${number}.`
      )
    );
  }
  if (unknown.size > 0) {
    findings.add({
      level: 'info',
      code: 'people_unknown',
      loc: [...unknown].sort(),
      message: 'People who are not members of the organization are kept as names only.'
    });
  }
  return count;
}
