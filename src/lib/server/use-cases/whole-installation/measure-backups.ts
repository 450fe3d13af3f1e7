import { SYSTEM } from '#lib/laboratory/actor.ts';
import { findBackupState } from '#lib/server/db/backups.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { backupsFailing, lastBackup } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Reads for the metrics how backups went, whichever process wrote them. Without the database the figures stay as they were. */
export async function measureBackups({
  pool,
  log,
  backups
}: Pick<Services, 'pool' | 'log' | 'backups'>): Promise<void> {
  if (backups === undefined) return;
  try {
    const { backed_up_at, backup_failing_since } = await transaction(pool, SYSTEM, findBackupState);
    lastBackup.set(backed_up_at === null ? 0 : Date.parse(backed_up_at) / 1000);
    backupsFailing.set(backup_failing_since === null ? 0 : 1);
  } catch (err) {
    log.warn({ err }, 'the state of the backups could not be read');
  }
}
