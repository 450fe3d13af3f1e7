import type { ZipEntries, ZipEntry } from '#lib/server/archive/zip-entries.ts';

/** The folder of one asset: its record, and its files by their paths within the folder. */
export type GaugeFolder = { readonly record: ZipEntry; readonly media: ReadonlyMap<string, ZipEntry> };

const RECORD = /^(.*\/)?asset\.yaml$/;

/** One folder per asset, wherever in the archive they are. */
export function gaugeFolders(entries: ZipEntries): readonly GaugeFolder[] {
  const bases = new Map<string, Map<string, ZipEntry>>();
  for (const { name } of entries.values()) {
    const found = RECORD.exec(name);
    if (found !== null) bases.set(found[1] ?? '', new Map());
  }
  for (const entry of entries.values()) {
    const at = entry.name.indexOf('media/');
    const base = at === -1 ? null : entry.name.slice(0, at);
    if (base !== null) bases.get(base)?.set(entry.name.slice(base.length), entry);
  }
  return [...bases].flatMap(([base, media]) => {
    const record = entries.get(`${base}asset.yaml`);
    return record === undefined ? [] : [{ record, media }];
  });
}
