import { createHash } from 'node:crypto';
import {
  INSTALLATION_FORMAT,
  installationManifest,
  type InstallationManifest
} from '#lib/contracts/installation-archive.ts';
import { refusedArchive } from '#lib/server/archive/zip-limits.ts';

export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';

export const partName = (list: string, part: number): string => `${list}/${String(part).padStart(6, '0')}.jsonl`;
export const OBJECT_LIST = 'objects-list';
export const tableList = (name: string): string => `tables/${name}`;
export const objectName = (key: string): string => `objects/${key}`;

export function contentHash({ tables, objects }: Pick<InstallationManifest, 'tables' | 'objects'>): string {
  const hash = createHash('sha256');
  for (const { name, rows, sha256 } of tables) hash.update(`${name} ${rows} ${sha256}\n`);
  return hash.update(`objects ${objects.rows} ${objects.bytes} ${objects.sha256}\n`).digest('hex');
}

/** @throws Refusal `archive_refused` where it is of another format or version, or contradicts itself */
export function checkedManifest(value: unknown): InstallationManifest {
  const { format, version } = (value ?? {}) as { readonly format?: unknown; readonly version?: unknown };
  if (format !== INSTALLATION_FORMAT) {
    throw refusedArchive(
      'This is not an archive of a whole installation. Archives of assets are imported under Assets.'
    );
  }
  if (typeof version === 'number' && version > FORMAT_VERSION) throw newer();
  const { data, error } = installationManifest.safeParse(value);
  if (data === undefined) throw refusedArchive(`The manifest is damaged: ${error.issues[0]?.path.join('.') ?? ''}`);
  if (contentHash(data) !== data.content_sha256) {
    throw refusedArchive('The manifest is damaged: its parts do not add up.');
  }
  return data;
}

export const newer = () =>
  refusedArchive('The archive was made by a newer version of Plumbline. Update this installation first, then import.');
