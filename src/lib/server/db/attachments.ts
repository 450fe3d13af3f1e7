import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { attachmentSchema } from '#lib/contracts/attachments.ts';
import { actedFor } from './acted-for.ts';
import type { Tx } from './transaction.ts';

const row = attachmentSchema.omit({ url: true });
export type StoredAttachment = z.infer<typeof row>;

/** The record that a file belongs to. */
export type Holder = {
  readonly type: 'asset' | 'procedure' | 'calibration';
  readonly id: string;
  readonly organization_id: string | null;
};
export type NewAttachment = Omit<StoredAttachment, 'uploaded_by' | 'created_at' | 'imported'> & {
  readonly uploadedBy: string;
};

const HOLDER_COLUMN = {
  asset: sql.fragment`asset_id`,
  procedure: sql.fragment`procedure_id`,
  calibration: sql.fragment`calibration_id`
};

const select = (where: FragmentSqlToken) => sql.type(row)`
  SELECT f.id, f.name, f.media_type, f.bytes, f.sha256, instant_text(f.created_at) AS created_at,
    ${actedFor('f')} AS uploaded_by, f.imported IS NOT NULL AS imported
  FROM attachments f LEFT JOIN users u ON u.id = f.uploaded_by
  WHERE ${where} ORDER BY f.created_at DESC, f.id DESC`;

const heldBy = ({ type, id }: Holder): FragmentSqlToken => sql.fragment`f.${HOLDER_COLUMN[type]} = ${id}`;

/** The files of a record, the newest first. */
export const findAttachments = (tx: Tx, holder: Holder): Promise<readonly StoredAttachment[]> =>
  tx.any(select(heldBy(holder)));

/** One file, if the record has it. */
export const findAttachment = (tx: Tx, holder: Holder, id: string): Promise<StoredAttachment | null> =>
  tx.maybeOne(select(sql.fragment`f.id = ${id} AND ${heldBy(holder)}`));

/** From now on the object of the new file is referenced (`unkept_objects`). */
export async function insertAttachment(tx: Tx, holder: Holder, file: NewAttachment): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO attachments (id, organization_id, ${HOLDER_COLUMN[holder.type]}, name, media_type, bytes, sha256, uploaded_by)
    VALUES (${file.id}, ${holder.organization_id}, ${holder.id}, ${file.name}, ${file.media_type}, ${file.bytes},
            ${file.sha256}, ${file.uploadedBy})`);
}

export async function deleteAttachment(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM attachments WHERE id = ${id}`);
}

/** Records that an object is about to be stored which no row references yet. */
export async function noteUnkeptObject(tx: Tx, key: string): Promise<void> {
  await tx.query(sql.unsafe`INSERT INTO unkept_objects (key) VALUES (${key})`);
}

/** The same for several keys. Those that have been recorded before count from now on: they are about to be stored again, or to go again. */
export async function noteUnkeptObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  await forgetUnkeptObjects(tx, keys);
  await insertNotes(tx, keys);
}

/**
 * Of these keys, those that have been recorded before count from now on. Whoever stores an object under a key that may have been used before
 * says so first, in a transaction that commits: an old record would have the object removed before its row is visible.
 */
export async function renewUnkeptObjects(tx: Tx, keys: readonly string[]): Promise<void> {
  const known = await forgetUnkeptObjects(tx, keys);
  if (known.length > 0) await insertNotes(tx, known);
}

/**
 * Forgets objects that were recorded before an instant. Until the transaction ends, whoever records one of them again waits, and so does
 * not store it while the caller removes it.
 */
export const takeUnkeptObjects = (tx: Tx, before: Date, most: number): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(keyRow)`
    DELETE FROM unkept_objects WHERE key IN (
      SELECT key FROM unkept_objects WHERE since < ${before.toISOString()}::timestamptz ORDER BY since, key LIMIT ${most})
    RETURNING key`);

/** @returns those of the keys that were recorded */
export const forgetUnkeptObjects = (tx: Tx, keys: readonly string[]): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(keyRow)`DELETE FROM unkept_objects WHERE key = ANY (${textsOf(keys)}) RETURNING key`);

const insertNotes = (tx: Tx, keys: readonly string[]) =>
  tx.query(sql.unsafe`INSERT INTO unkept_objects (key) SELECT unnest(${textsOf(keys)}) ON CONFLICT DO NOTHING`);

const keyRow = z.object({ key: z.string() });
const textsOf = (keys: readonly string[]) => sql.array([...keys], 'text');
