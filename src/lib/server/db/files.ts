import { sql } from 'slonik';
import { z } from 'zod';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const stored = z.object({ id, content_type: z.string(), size: z.number() });
export type StoredFile = z.infer<typeof stored>;

/** The metadata of a picture; `organizationId` is null for a person's own. */
export type NewFile = StoredFile & {
  readonly organizationId: string | null;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
  readonly createdBy: string;
};

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO files (id, organization_id, content_type, size, width, height, sha256, created_by)
    VALUES (${file.id}, ${file.organizationId}, ${file.content_type}, ${file.size}, ${file.width}, ${file.height},
            ${file.sha256}, ${file.createdBy})`);
}

export const findFile = (tx: Tx, fileId: string): Promise<StoredFile | null> =>
  tx.maybeOne(sql.type(stored)`SELECT id, content_type, size FROM files WHERE id = ${fileId}`);

export async function deleteFile(tx: Tx, fileId: string): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM files WHERE id = ${fileId}`);
}
