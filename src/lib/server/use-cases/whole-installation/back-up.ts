import { SYSTEM } from '#lib/laboratory/actor.ts';
import { noteBackup, noteFailedBackup } from '#lib/server/db/backups.ts';
import { causesOf } from '#lib/server/db/driver/connection-lost.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import type { BackupPlace } from '#lib/server/storage/backup-place.ts';
import { withFolder } from '#lib/server/use-cases/long-work/with-folder.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { writeInstallation } from './export-installation.ts';

const BACKUP = /^plumbline-\d{4}-\d\d-\d\d\.zip$/;
/** Nobody is mailed about what the next try mends. */
const PATIENCE_MS = 60 * 60_000;

/**
 * Writes today's backup and removes the oldest above the number that is kept; done twice a day, the second replaces the first. Without a
 * place for backups, nothing is done. Superadmins are told when backups begin to fail.
 * @throws what the database, the store or the place throws: the queue tries again, and the job is shown as failed
 */
export async function backUp(services: Services): Promise<void> {
  const { backups, pool, now } = services;
  if (backups === undefined) return;
  try {
    const bytes = await write(services, backups);
    await transaction(pool, SYSTEM, (tx) => noteBackup(tx, now(), bytes));
  } catch (thrown) {
    const at = now();
    await transaction(pool, SYSTEM, async (tx) => {
      if (!(await noteFailedBackup(tx, at, reasonOf(thrown)))) return;
      const runAt = new Date(at.getTime() + PATIENCE_MS);
      await enqueue(tx, 'notify_backup_failed', { since: at.toISOString() }, { runAt });
    });
    throw thrown;
  }
}

async function write(services: Services, backups: BackupPlace): Promise<number> {
  const { log, today } = services;
  const { keep, where } = backups;
  const name = `plumbline-${today()}.zip`;
  let missing = 0;
  const bytes = await withFolder((folder) =>
    backups.take(name, folder, async (path) => {
      ({ missing } = await writeInstallation(services, path, () => Promise.resolve()));
    })
  );
  if (missing > 0) log.error({ missing }, 'files that records name are lost or damaged, and not part of the backup');
  const all = (await backups.names()).filter((one) => BACKUP.test(one)).sort();
  for (const one of all.slice(0, -keep)) await backups.remove(one);
  log.info({ where, name, bytes, kept: Math.min(all.length, keep) }, 'backed up');
  return bytes;
}

/** The first cause, which says most: no space, no right, no such bucket. */
const reasonOf = (thrown: unknown): string =>
  ([...causesOf(thrown)].at(-1)?.message ?? String(thrown)).slice(0, 500) || 'unknown';
