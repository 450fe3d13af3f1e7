import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Account } from './account.ts';

const CLOSED = 0o700;
/**
 * These show whether a cluster was copied completely with its owner: the folder, a file of initdb, the file that a copy
 * writes last.
 */
const SIGNS = ['', 'PG_VERSION', 'base', 'global/pg_control', 'pg_wal'] as const;

/**
 * Repairs owner and permissions after a copy (`cp -r`, an archive unpacked by root): PostgreSQL starts only in a folder
 * that belongs to its user and is closed to others. @param say reports repairs @throws Error with the command for the
 * console if this process may not do it.
 */
export async function mendCluster(cluster: string, account: Account, say: (line: string) => void): Promise<void> {
  const uid = 'uid' in account ? account.uid : process.getuid?.();
  const folder = await lstat(cluster).catch(() => null);
  if (folder === null || uid === undefined) return;
  if (await hasOtherOwner(cluster, uid)) {
    if (!('uid' in account)) throw new Error(notOwn(cluster, uid));
    await giveTo(cluster, account.uid, account.gid);
    say(`${cluster} belonged to another user, as after a copy; it was given to the user of PostgreSQL (${uid}).`);
  }
  if ((folder.mode & 0o777) === CLOSED) return;
  await chmod(cluster, CLOSED);
  say(`${cluster} was accessible to other users, as after a copy. It is now private.`);
}

async function hasOtherOwner(cluster: string, uid: number): Promise<boolean> {
  for (const sign of SIGNS) {
    const found = await lstat(join(cluster, sign)).catch(() => null);
    if (found !== null && found.uid !== uid) return true;
  }
  return false;
}

async function giveTo(path: string, uid: number, gid: number): Promise<void> {
  await lchown(path, uid, gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), uid, gid);
}

function notOwn(cluster: string, uid: number): string {
  const dataDir = dirname(dirname(cluster));
  return (
    `${cluster} belongs to another user than the one that starts Plumbline (${uid}), as after a copy that root has made. ` +
    `Give it back: sudo chown -R ${uid}:${process.getgid?.() ?? uid} ${dataDir}`
  );
}
