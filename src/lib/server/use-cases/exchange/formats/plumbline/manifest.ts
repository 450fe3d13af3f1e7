import { createHash } from 'node:crypto';
import { manifestSchema } from '#lib/contracts/archive.ts';
import { MANIFEST, TWINS } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntry } from '#lib/server/archive/zip-directory.ts';
import { refusedEntry, ZIP_LIMITS } from '#lib/server/archive/zip-limits.ts';
import type { ZipReader } from '#lib/server/archive/zip-reader.ts';

/** The files of an archive as its manifest lists them: what is read is what was listed. */
export type Listed = {
  readonly sha256: (entry: ZipEntry) => string | null;
  readonly bytes: (entry: ZipEntry) => Promise<Uint8Array>;
  readonly json: (entry: ZipEntry) => Promise<unknown>;
};

/** @throws Refusal `archive_refused` where the manifest and the archive contradict each other */
export async function readManifest(zip: ZipReader): Promise<Listed> {
  const entry = zip.entries.get(MANIFEST);
  if (entry === undefined) throw refusedEntry(MANIFEST, 'it is missing, so this is not an archive of assets');
  const parsed = manifestSchema.safeParse(await zip.json(entry, ZIP_LIMITS.manifest));
  if (!parsed.success) throw refusedEntry(MANIFEST, 'it does not describe an archive of assets of this version');
  const hashes = new Map<string, string>();
  for (const { path, bytes, sha256 } of parsed.data.files) {
    const found = zip.entries.get(path);
    if (found === undefined) throw refusedEntry(path, 'it is listed in the manifest and missing from the archive');
    if (found.size !== bytes || hashes.has(path)) throw refusedEntry(path, 'its size is not the one in the manifest');
    hashes.set(path, sha256);
  }
  for (const { name, size } of zip.entries.values()) {
    if (name !== MANIFEST && !hashes.has(name)) throw refusedEntry(name, 'the manifest does not list it');
    const isTwin = (TWINS as readonly string[]).includes(name);
    if (name !== MANIFEST && !isTwin && size > ZIP_LIMITS.file) throw refusedEntry(name, 'it is larger than 50 MiB');
  }
  const assertListed = ({ name }: ZipEntry, bytes: Uint8Array) => {
    if (createHash('sha256').update(bytes).digest('hex') !== hashes.get(name)) {
      throw refusedEntry(name, 'its contents are not those that the manifest lists');
    }
    return bytes;
  };
  return {
    sha256: ({ name }) => hashes.get(name) ?? null,
    bytes: async (found) => assertListed(found, await zip.read(found)),
    json: async (found) => {
      assertListed(found, await zip.read(found, ZIP_LIMITS.text));
      return zip.json(found);
    }
  };
}
