import { createHash } from 'node:crypto';
import { manifestFileSchema, manifestSchema } from '#lib/contracts/archive.ts';
import { MANIFEST, TWINS } from '#lib/laboratory/exchange/archive-paths.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import { refusedEntry, ZIP_LIMITS } from '#lib/server/archive/zip-limits.ts';
import { jsonOf, type ZipReader } from '#lib/server/archive/zip-reader.ts';

const HASH_BYTES = 32;

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
  const hashes = await readHashes(zip, entry);
  for (const { name, size, number } of zip.entries.values()) {
    if (name !== MANIFEST && hashes.isListed[number] !== 1) throw refusedEntry(name, 'it is not in the manifest');
    const isTwin = (TWINS as readonly string[]).includes(name);
    if (name !== MANIFEST && !isTwin && size > ZIP_LIMITS.file) throw refusedEntry(name, 'it is larger than 50 MiB');
  }
  const hashOf = ({ number }: ZipEntry) =>
    hashes.isListed[number] === 1 ? hashes.bytes.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES) : null;
  const assertListed = (found: ZipEntry, bytes: Uint8Array) => {
    if (hashOf(found)?.equals(createHash('sha256').update(bytes).digest()) !== true) {
      throw refusedEntry(found.name, 'its contents differ from the manifest');
    }
    return bytes;
  };
  return {
    sha256: (found) => hashOf(found)?.toString('hex') ?? null,
    bytes: async (found) => assertListed(found, await zip.read(found)),
    json: async (found) => jsonOf(found, assertListed(found, await zip.read(found, ZIP_LIMITS.text)))
  };
}

/** One hash after the other, in the order of the entries. */
type Hashes = { readonly bytes: Buffer; readonly isListed: Uint8Array };

/** Reads the list of files, which is as long as the archive has entries, without having it in memory. */
async function readHashes(zip: ZipReader, entry: ZipEntry): Promise<Hashes> {
  const hashes: Hashes = {
    bytes: Buffer.alloc(zip.entries.size * HASH_BYTES),
    isListed: new Uint8Array(zip.entries.size)
  };
  const head = await zip.jsonList(entry, 'files', ZIP_LIMITS.manifest, (listed) => note(zip, hashes, listed));
  if (!manifestSchema.safeParse(head).success) throw notOurs();
  return hashes;
}

function note(zip: ZipReader, { bytes, isListed }: Hashes, listed: unknown): void {
  const parsed = manifestFileSchema.safeParse(listed);
  if (!parsed.success) throw notOurs();
  const { path, bytes: size, sha256 } = parsed.data;
  const found = zip.entries.get(path);
  if (found === undefined) throw refusedEntry(path, 'it is in the manifest but not in the archive');
  if (found.size !== size || isListed[found.number] === 1)
    throw refusedEntry(path, 'its size differs from the manifest');
  bytes.write(sha256, found.number * HASH_BYTES, 'hex');
  isListed[found.number] = 1;
}

const notOurs = () => refusedEntry(MANIFEST, 'it does not describe an archive of assets of this version');
