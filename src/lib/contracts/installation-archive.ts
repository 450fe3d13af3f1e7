/** The manifest and the lists of an archive of the whole installation. */
import { z } from 'zod';

export const INSTALLATION_FORMAT = 'plumbline-installation';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();

/** Rows of a table, or a list, in parts of a few megabytes; the hash is of all parts one after another. */
const listedRows = z.strictObject({ parts: count, rows: count, sha256 });
export type ListedRows = z.infer<typeof listedRows>;

export const installationManifest = z.strictObject({
  format: z.literal(INSTALLATION_FORMAT),
  version: z.int(),
  /** The last migration of the database that was exported. */
  migration: z.string(),
  exported_at: z.string(),
  origin: z.string(),
  /** Marks the key that passwords and private keys are sealed with; the key itself is never part of an archive. */
  secret_key_mark: z.string().nullable(),
  tables: z.array(listedRows.extend({ name: z.string(), columns: z.array(z.string()) })).max(500),
  objects: listedRows.extend({ bytes: count }),
  /** Referenced objects that the store did not have, or not as they were written. */
  missing: count,
  /** Of all tables and objects: equal for equal data. */
  content_sha256: sha256
});
export type InstallationManifest = z.infer<typeof installationManifest>;

/** One object of the archive, in the list of all. */
export const archivedObject = z.strictObject({
  key: z.string().max(512),
  sha256,
  bytes: count,
  media_type: z.string().max(255)
});
export type ArchivedObject = z.infer<typeof archivedObject>;
