/** Archives of whole installations, changed by somebody who also made the hashes fit. */
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { type InstallationManifest } from '#lib/contracts/installation-archive.ts';
import { contentHash } from '#lib/server/use-cases/whole-installation/manifest.ts';

type Row = Record<string, unknown>;

/** As an installation with another SECRET_KEY would have written it. @param mark of that key */
export function withKeyMark(archive: Uint8Array, mark: string): Uint8Array {
  const files = unzipSync(archive);
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as InstallationManifest;
  files['manifest.json'] = strToU8(JSON.stringify({ ...manifest, secret_key_mark: mark }));
  return zipSync(files, { level: 0 });
}

export function withRows(archive: Uint8Array, table: string, change: (rows: Row[]) => Row[]): Uint8Array {
  const files = unzipSync(archive);
  const name = `tables/${table}/000001.jsonl`;
  const rows = strFromU8(files[name] ?? new Uint8Array())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const changed = change(rows);
  files[name] = strToU8(changed.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as InstallationManifest;
  const listed = manifest.tables.find((one) => one.name === table);
  if (listed === undefined) throw new Error(table);
  listed.rows = changed.length;
  listed.sha256 = createHash('sha256').update(files[name]).digest('hex');
  manifest.content_sha256 = contentHash(manifest);
  files['manifest.json'] = strToU8(JSON.stringify(manifest));
  return zipSync(files, { level: 0 });
}
