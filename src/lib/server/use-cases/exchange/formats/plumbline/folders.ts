import { isFilePath, LOCATIONS, MANIFEST, PROCEDURES, TWINS } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntry } from '#lib/server/archive/zip-directory.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';

/** The files of one asset. */
export type AssetFolder = {
  readonly record: ZipEntry;
  readonly photo: ZipEntry | null;
  /** Those of the asset itself. */
  readonly files: readonly ZipEntry[];
  readonly calibrations: readonly CalibrationEntries[];
};
export type CalibrationEntries = {
  readonly json: ZipEntry;
  readonly pdf: ZipEntry | null;
  readonly files: readonly ZipEntry[];
};
export type Folders = {
  readonly assets: readonly AssetFolder[];
  /** Files of procedures, by the id of the procedure. */
  readonly procedures: ReadonlyMap<string, readonly ZipEntry[]>;
};
type Filling = {
  record?: ZipEntry;
  photo: ZipEntry | null;
  calibrations: { json: ZipEntry; pdf: ZipEntry | null }[];
};
const TOP: readonly string[] = [MANIFEST, LOCATIONS, PROCEDURES, ...TWINS];
const ASSET =
  /^assets\/([^/]+)\/(?:(asset\.json)|(files\/[0-9a-f]{12}-photo\.webp)|(calibrations\/[^/]+\/v\d{1,9})\.(json|pdf))$/;
const OWNER = /^(?:assets\/([^/]+)\/(?:files|(calibrations\/[^/]+\/v\d{1,9}))|procedures\/([^/]+))\/[^/]+$/;

/** What belongs to which asset. @throws Refusal `archive_refused` for what has no place in an archive of assets. */
export function listFolders(entries: ReadonlyMap<string, ZipEntry>): Folders {
  const folders = new Map<string, Filling>();
  const filesOf = new Map<string, ZipEntry[]>();
  const procedures = new Map<string, ZipEntry[]>();
  const append = (map: Map<string, ZipEntry[]>, key: string, entry: ZipEntry) => {
    const there = map.get(key);
    if (there === undefined) map.set(key, [entry]);
    else there.push(entry);
  };
  for (const entry of entries.values()) {
    if (TOP.includes(entry.name)) continue;
    const [isFile, asset, calibration, procedure] = (isFilePath(entry.name) && OWNER.exec(entry.name)) || [];
    if (isFile !== undefined) {
      if (procedure !== undefined) append(procedures, procedure, entry);
      else append(filesOf, calibration === undefined ? `${asset}` : `assets/${asset}/${calibration}`, entry);
      continue;
    }
    const found = ASSET.exec(entry.name);
    if (found === null) throw refusedEntry(entry.name, 'it has no place in an archive of assets');
    const [, folder = '', record, photo, stem, ending] = found;
    const filling: Filling = folders.get(folder) ?? { photo: null, calibrations: [] };
    folders.set(folder, filling);
    if (record !== undefined) filling.record = entry;
    else if (photo !== undefined) filling.photo = entry;
    else if (ending === 'json')
      filling.calibrations.push({ json: entry, pdf: entries.get(`assets/${folder}/${stem ?? ''}.pdf`) ?? null });
    else if (!entries.has(`assets/${folder}/${stem ?? ''}.json`))
      throw refusedEntry(entry.name, 'its record is missing');
  }
  const taken = (key: string) => {
    const files = filesOf.get(key) ?? [];
    filesOf.delete(key);
    return files;
  };
  const assets = [...folders].map(([folder, { record, photo, calibrations }]) => {
    if (record === undefined) throw refusedEntry(`assets/${folder}/asset.json`, 'it is missing');
    const histories = calibrations.map((one) => ({ ...one, files: taken(one.json.name.replace(/\.json$/, '')) }));
    return { record, photo, files: taken(folder), calibrations: histories };
  });
  for (const [orphan] of filesOf.values()) if (orphan) throw refusedEntry(orphan.name, 'its record is missing');
  return { assets, procedures };
}
