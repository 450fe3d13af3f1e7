import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#lib/server/use-cases/services.ts';
import { writeInstallation } from './export-installation.ts';

const BACKUP = /^plumbline-\d{4}-\d\d-\d\d\.zip$/;

/**
 * Writes today's backup to the folder of backups and removes the oldest above the number that is kept; done twice a day, the second replaces
 * the first. A backup has its name only when it is whole and on the disk. Without a folder, nothing is done.
 * @throws what the database, the store or the disk throws: the queue tries again, and the job is shown as failed
 */
export async function backUp(services: Services): Promise<void> {
  const { backups, log, today } = services;
  if (backups === undefined) return;
  const { folder, keep } = backups;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `plumbline-${today()}.zip`);
  const aside = `${path}.part`;
  const removeRemains = async () => {
    for (const remains of [aside, `${aside}.directory`]) await rm(remains, { force: true });
  };
  // Of a process that was killed.
  await removeRemains();
  try {
    const { missing } = await writeInstallation(services, aside, () => Promise.resolve());
    await flush(aside);
    await rename(aside, path);
    await flush(folder);
    if (missing > 0) log.error({ missing }, 'files that records name are lost or damaged, and not part of the backup');
  } finally {
    await removeRemains();
  }
  const all = (await readdir(folder)).filter((name) => BACKUP.test(name)).sort();
  for (const name of all.slice(0, -keep)) await rm(join(folder, name), { force: true });
  log.info({ path, kept: Math.min(all.length, keep) }, 'backed up');
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
