import { sql } from 'slonik';
import { z } from 'zod';
import { instant } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const state = z.object({
  backed_up_at: instant.nullable(),
  backup_bytes: z.coerce.number().nullable(),
  backup_failing_since: instant.nullable(),
  backup_failure: z.string().nullable()
});
export type BackupState = z.infer<typeof state>;

export const findBackupState = (tx: Tx): Promise<BackupState> =>
  tx.one(sql.type(state)`
    SELECT backed_up_at, backup_bytes, backup_failing_since, backup_failure FROM installation`);

export async function noteBackup(tx: Tx, at: Date, bytes: number): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE installation SET backed_up_at = ${at.toISOString()}, backup_bytes = ${bytes}`);
}

/** The last one lacks nothing. */
export async function noteSoundBackup(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`UPDATE installation SET backup_failing_since = NULL, backup_failure = NULL`);
}

/** @returns whether it is the first one that fails after one that did not */
export async function noteFailedBackup(tx: Tx, at: Date, reason: string): Promise<boolean> {
  const since = await tx.oneFirst(sql.type(z.object({ since: instant.nullable() }))`
    SELECT backup_failing_since AS since FROM installation FOR UPDATE`);
  await tx.query(sql.unsafe`
    UPDATE installation SET backup_failing_since = coalesce(backup_failing_since, ${at.toISOString()}),
                            backup_failure = ${reason}`);
  return since === null;
}
