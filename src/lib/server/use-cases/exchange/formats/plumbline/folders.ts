import { isFilePath, LOCATIONS, MANIFEST, PROCEDURES, TWINS } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntries, ZipEntry } from '#lib/server/archive/zip-entries.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';

/** The files of one asset. */
export type AssetFolder = {
  readonly record: ZipEntry;
  readonly photo: ZipEntry | null;
  /** Those of the asset itself. */
  readonly files: readonly ZipEntry[];
  readonly calibrations: () => Iterable<CalibrationEntries>;
};
export type CalibrationEntries = {
  readonly json: ZipEntry;
  readonly pdf: ZipEntry | null;
  readonly files: readonly ZipEntry[];
};
export type Folders = {
  readonly count: number;
  /** In the order in which the archive begins with them. */
  readonly assets: () => Iterable<AssetFolder>;
  /** Files of procedures, by the id of the procedure. */
  readonly procedures: ReadonlyMap<string, readonly ZipEntry[]>;
};
/** Numbers of entries: of the hundreds of thousands that an archive has, nothing else is kept. */
type Filling = { record: number | null; photo: number | null; readonly calibrations: number[] };
const TOP: readonly string[] = [MANIFEST, LOCATIONS, PROCEDURES, ...TWINS];
const ASSET =
  /^assets\/([^/]+)\/(?:(asset\.json)|(files\/[0-9a-f]{12}-photo\.webp)|(calibrations\/[^/]+\/v\d{1,9})\.(json|pdf))$/;
const OWNER = /^(?:(assets\/[^/]+)\/(?:files|(calibrations\/[^/]+\/v\d{1,9}))|procedures\/([^/]+))\/[^/]+$/;

/** What belongs to which asset. @throws Refusal `archive_refused` for what has no place in an archive of assets. */
export function listFolders(entries: ZipEntries): Folders {
  const folders = new Map<string, Filling>();
  /** By what they belong to, as its path is without `.json`. */
  const filesOf = new Map<string, number[]>();
  const procedures = new Map<string, ZipEntry[]>();
  for (const entry of entries.values()) {
    if (TOP.includes(entry.name)) continue;
    const [isFile, asset, calibration, procedure] = (isFilePath(entry.name) && OWNER.exec(entry.name)) || [];
    if (isFile !== undefined) {
      if (procedure !== undefined) append(procedures, procedure, entry);
      else append(filesOf, `${asset}/${calibration ?? 'asset'}`, entry.number);
      continue;
    }
    const found = ASSET.exec(entry.name);
    if (found === null) throw refusedEntry(entry.name, 'it does not belong in an archive of assets');
    const [, folder = '', record, photo, stem, ending] = found;
    const filling: Filling = folders.get(folder) ?? { record: null, photo: null, calibrations: [] };
    folders.set(folder, filling);
    if (record !== undefined) filling.record = entry.number;
    else if (photo !== undefined) filling.photo = entry.number;
    else if (ending === 'json') filling.calibrations.push(entry.number);
    else if (!entries.has(`assets/${folder}/${stem ?? ''}.json`))
      throw refusedEntry(entry.name, 'its record is missing');
  }
  for (const [folder, { record }] of folders)
    if (record === null) throw refusedEntry(`assets/${folder}/asset.json`, 'it is missing');
  for (const [owner, [orphan]] of filesOf)
    if (!entries.has(`${owner}.json`))
      throw refusedEntry(orphan === undefined ? owner : entries.at(orphan).name, 'its record is missing');
  const belongingTo = ({ name }: ZipEntry) =>
    (filesOf.get(name.replace(/\.json$/, '')) ?? []).map((n) => entries.at(n));
  return {
    count: folders.size,
    assets: function* () {
      for (const { record: number, photo, calibrations } of folders.values()) {
        const record = entries.at(number ?? -1);
        yield {
          record,
          photo: photo === null ? null : entries.at(photo),
          files: belongingTo(record),
          calibrations: function* () {
            for (const calibration of calibrations) {
              const json = entries.at(calibration);
              const pdf = entries.get(json.name.replace(/\.json$/, '.pdf')) ?? null;
              yield { json, pdf, files: belongingTo(json) };
            }
          }
        };
      }
    },
    procedures
  };
}

function append<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const there = lists.get(key);
  if (there === undefined) lists.set(key, [one]);
  else there.push(one);
}
