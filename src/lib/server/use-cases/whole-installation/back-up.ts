import { SYSTEM } from '#lib/laboratory/actor.ts';
import { noteBackup, noteFailedBackup, noteSoundBackup } from '#lib/server/db/backups.ts';
import { causesOf } from '#lib/server/db/driver/connection-lost.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
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
 * place for backups, nothing is done. Superadmins are told when backups begin to fail, or to lack something.
 * @throws what the database, the store or the place throws while it is written: the queue tries again, and the job is shown as failed
 */
export async function backUp(services: Services): Promise<void> {
  const { backups, pool, now, log } = services;
  if (backups === undefined) return;
  try {
    const { bytes, faults } = await write(services, backups);
    await transaction(pool, SYSTEM, async (tx) => {
      await noteBackup(tx, now(), bytes);
      await (faults.length === 0 ? noteSoundBackup(tx) : noteFaults(tx, now(), faults.join('; ')));
    });
  } catch (thrown) {
    // Without the database this cannot be noted either; what was thrown first says why.
    await transaction(pool, SYSTEM, (tx) => noteFaults(tx, now(), reasonOf(thrown))).catch((err: unknown) =>
      log.error({ err }, 'that the backup failed could not be noted')
    );
    throw thrown;
  }
}

/** Whoever runs the installation is told of the first one. */
async function noteFaults(tx: Tx, at: Date, reason: string): Promise<void> {
  if (!(await noteFailedBackup(tx, at, reason))) return;
  const runAt = new Date(at.getTime() + PATIENCE_MS);
  await enqueue(tx, 'notify_backup_failed', { since: at.toISOString() }, { runAt });
}

/** @returns its size, and what is wrong although it is written */
async function write(services: Services, backups: BackupPlace): Promise<{ bytes: number; faults: readonly string[] }> {
  const { log, today } = services;
  const { keep, where } = backups;
  const name = `plumbline-${today()}.zip`;
  const faults: string[] = [];
  let missing = 0;
  const bytes = await withFolder((folder) =>
    backups.take(name, folder, async (path) => {
      ({ missing } = await writeInstallation(services, path, () => Promise.resolve()));
    })
  );
  if (missing > 0) {
    faults.push(`${name} is written, but ${missing} files that records name are lost or damaged, and not part of it`);
  }
  try {
    const all = (await backups.names()).filter((one) => BACKUP.test(one)).sort();
    for (const one of all.slice(0, -keep)) await backups.remove(one);
  } catch (err) {
    log.error({ err }, 'the oldest backups could not be removed');
    faults.push(`${name} is written, but the oldest could not be removed: ${reasonOf(err)}`);
  }
  log.info({ where, name, bytes, missing }, 'backed up');
  return { bytes, faults };
}

/** The first cause, which says most: no space, no right, no such bucket. */
const reasonOf = (thrown: unknown): string =>
  ([...causesOf(thrown)].at(-1)?.message ?? String(thrown)).slice(0, 500) || 'unknown';
