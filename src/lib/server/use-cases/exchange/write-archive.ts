import { buffer } from 'node:stream/consumers';
import { createHash } from 'node:crypto';
import {
  assetFilePath,
  assetPath,
  calibrationFilePath,
  calibrationPath,
  LOCATIONS,
  photoPath,
  procedureFilePath,
  PROCEDURES
} from '#lib/laboratory/exchange/archive-paths.ts';
import {
  archivedAssets,
  archivedCalibrationIds,
  archivedCalibrations,
  archivedLocations,
  archivedProcedures,
  countArchived,
  issuedKeys,
  type ArchiveRow,
  type ArchiveScope
} from '#lib/server/db/archive-rows.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { keyOfFile } from '#lib/server/use-cases/files/read-file.ts';
import type { ObjectStore } from '#lib/server/storage/object-store.ts';
import { ahead } from './ahead.ts';
import { readyJson, type ArchiveOut } from './archive-out.ts';
import { writeFiles } from './files-out.ts';
import type { Twins } from './twins.ts';

/** So many are in memory at once. */
const ASSETS_AT_ONCE = 50;
const CALIBRATIONS_AT_ONCE = 20;

/** What an export counts. */
export type Exported = {
  assets: number;
  calibrations: number;
  certificates: number;
  locations: number;
  procedures: number;
  /** Files kept with assets, calibrations and procedures. */
  files: number;
  /** Certificates, photos and files that are lost in the store. */
  missing_files: number;
};
type Context = {
  readonly tx: Tx;
  readonly store: ObjectStore;
  readonly out: ArchiveOut;
  readonly twins: Twins;
  readonly counts: Exported;
};
type Names = { readonly places: ReadonlyMap<unknown, string>; readonly procedures: ReadonlyMap<unknown, string> };

/**
 * Writes everything of the assets, in an order that the records themselves decide: the same records are the same bytes.
 * @param onAsset reports the progress
 */
export async function writeArchive(
  context: Context,
  scope: ArchiveScope,
  onAsset: (done: number, total: number) => Promise<void>
): Promise<void> {
  const { tx, out, twins, counts } = context;
  const total = (await countArchived(tx, scope)).assets;
  const locations = await archivedLocations(tx, scope);
  const procedures = await archivedProcedures(tx, scope);
  Object.assign(counts, { locations: locations.length, procedures: procedures.length });
  await out.json(LOCATIONS, locations);
  await out.json(PROCEDURES, procedures);
  for (const { id, files } of procedures)
    await writeFiles(context, files, (file) => procedureFilePath(textOf(id), file));
  const names: Names = {
    places: placePaths(locations),
    procedures: new Map(procedures.map(({ id, code }) => [id, String(code)]))
  };
  for await (const part of ahead(partsOf(tx, scope))) {
    await writePart(context, part, names);
    if (part.isLast) await onAsset(++counts.assets, total);
  }
  for (const [twin, path] of await twins.end()) await out.file(twin, path);
}

/** An asset with some of its calibrations. */
type Part = {
  readonly asset: ArchiveRow;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly calibrations: readonly ArchiveRow[];
  /** The stored files of their certificates. */
  readonly keys: ReadonlyMap<string, string>;
};

async function* partsOf(tx: Tx, scope: ArchiveScope): AsyncGenerator<Part> {
  for (let after = '', more = true; more;) {
    const assets = await archivedAssets(tx, scope, after, ASSETS_AT_ONCE);
    for (const asset of assets) {
      const ids = await archivedCalibrationIds(tx, textOf(asset['id']));
      for (let from = 0; from === 0 || from < ids.length; from += CALIBRATIONS_AT_ONCE) {
        const some = ids.slice(from, from + CALIBRATIONS_AT_ONCE);
        const calibrations = some.length === 0 ? [] : await archivedCalibrations(tx, some);
        const keys = some.length === 0 ? new Map<string, string>() : await issuedKeys(tx, some);
        yield { asset, isFirst: from === 0, isLast: from + some.length === ids.length, calibrations, keys };
      }
    }
    after = textOf(assets.at(-1)?.['asset_id']).toLowerCase();
    more = assets.length === ASSETS_AT_ONCE;
  }
}

async function writePart(context: Context, { asset, isFirst, ...part }: Part, names: Names): Promise<void> {
  const assetId = textOf(asset['asset_id']);
  const channels = asset['channels'] as readonly ArchiveRow[];
  if (isFirst) await writeAsset(context, asset, names);
  const channelNames = new Map(channels.map(({ id, name }) => [id, name]));
  await writeCalibrations(context, assetId, channelNames, part);
}

async function writeAsset(context: Context, asset: ArchiveRow, { places, procedures }: Names): Promise<void> {
  const { out, twins } = context;
  const assetId = textOf(asset['asset_id']);
  await out.json(assetPath(assetId), asset);
  await writePhoto(context, assetId, asset['photo_file_id']);
  await writeFiles(context, asset['files'], (file) => assetFilePath(assetId, file));
  await twins.add('assets.csv', [
    { ...asset, location: places.get(asset['location_id']), procedure: procedures.get(asset['procedure_id']) }
  ]);
  const channels = asset['channels'] as readonly ArchiveRow[];
  await twins.add(
    'channels.csv',
    channels.map((channel) => ({ ...channel, asset_id: assetId }))
  );
}

async function writePhoto({ store, out, counts }: Context, assetId: string, fileId: unknown): Promise<void> {
  if (typeof fileId !== 'string') return;
  const found = await store.get(keyOfFile(fileId));
  if (found === null) return void counts.missing_files++;
  const bytes = await buffer(found.stream);
  await out.bytes(photoPath(assetId, createHash('sha256').update(bytes).digest('hex')), bytes, false);
}

async function writeCalibrations(
  context: Context,
  assetId: string,
  channelNames: ReadonlyMap<unknown, unknown>,
  { calibrations, keys }: Pick<Part, 'calibrations' | 'keys'>
): Promise<void> {
  const { store, out, twins, counts } = context;
  const ready = await Promise.all(calibrations.map(readyJson));
  for (const [i, calibration] of calibrations.entries()) {
    const { id, channel_id, version, points, certificate } = calibration;
    const path = calibrationPath(assetId, channel_id as string | null, Number(version));
    const json = ready[i];
    if (json !== undefined) await out.add(`${path}.json`, json);
    counts.calibrations++;
    const key = keys.get(textOf(id));
    const stored = key === undefined ? null : await store.get(key);
    if (stored !== null) {
      await out.bytes(`${path}.pdf`, await buffer(stored.stream), false);
      counts.certificates++;
    } else if (key !== undefined) counts.missing_files++;
    await writeFiles(context, calibration['files'], (file) => calibrationFilePath(path, file));
    const of = { asset_id: assetId, channel: channelNames.get(channel_id), version };
    const state = (certificate as ArchiveRow | null)?.['state'];
    await twins.add('calibrations.csv', [{ ...calibration, ...of, certificate_state: state }]);
    await twins.add(
      'points.csv',
      (points as readonly ArchiveRow[]).map((point) => ({ ...point, ...of }))
    );
  }
}

/** `Site / Building / Room` of each location. */
function placePaths(locations: readonly ArchiveRow[]): ReadonlyMap<unknown, string> {
  const byId = new Map(locations.map((location) => [location['id'], location]));
  const pathOf = (location: ArchiveRow): string => {
    const parent = byId.get(location['parent_id']);
    return `${parent === undefined ? '' : `${pathOf(parent)} / `}${textOf(location['name'])}`;
  };
  return new Map(locations.map((location) => [location['id'], pathOf(location)]));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
