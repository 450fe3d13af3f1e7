import { LOCATIONS, MANIFEST, PROCEDURES, TWINS } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntry } from '#lib/server/archive/zip-directory.ts';
import { refusedEntry } from '#lib/server/archive/zip-limits.ts';

/** The files of one asset. */
export type AssetFolder = {
  readonly record: ZipEntry;
  readonly photo: ZipEntry | null;
  readonly calibrations: readonly { readonly json: ZipEntry; readonly pdf: ZipEntry | null }[];
};
const TOP: readonly string[] = [MANIFEST, LOCATIONS, PROCEDURES, ...TWINS];
const ASSET =
  /^assets\/([^/]+)\/(?:(asset\.json)|(files\/[0-9a-f]{12}-photo\.webp)|(calibrations\/[^/]+\/v\d{1,9})\.(json|pdf))$/;

/** What belongs to which asset. @throws Refusal `archive_refused` for what has no place in an archive of assets. */
export function listFolders(entries: ReadonlyMap<string, ZipEntry>): readonly AssetFolder[] {
  type Filling = {
    record?: ZipEntry;
    photo: ZipEntry | null;
    calibrations: { json: ZipEntry; pdf: ZipEntry | null }[];
  };
  const folders = new Map<string, Filling>();
  for (const entry of entries.values()) {
    if (TOP.includes(entry.name)) continue;
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
  return [...folders].map(([folder, { record, photo, calibrations }]) => {
    if (record === undefined) throw refusedEntry(`assets/${folder}/asset.json`, 'it is missing');
    return { record, photo, calibrations };
  });
}
