import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

/**
 * The cluster below `folder`, created at the first start. It appears complete or not at all, so neither a killed start
 * nor two concurrent first starts leave a partial one.
 */
export async function makeCluster(folder: string, initdb: string, account: Account): Promise<string> {
  const cluster = join(folder, 'cluster');
  await removeUnfinished(folder);
  if (existsSync(cluster)) return cluster;
  const unfinished = join(folder, `unfinished-${randomBytes(6).toString('hex')}`);
  const passwordFile = `${unfinished}.password`;
  try {
    await mkdir(unfinished, { mode: 0o700 });
    await writeFile(passwordFile, await superuserPassword(folder), { mode: 0o600 });
    if ('uid' in account) {
      await chown(unfinished, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const flags = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
    await promisify(execFile)(initdb, [`--pgdata=${unfinished}`, `--pwfile=${passwordFile}`, ...flags], {
      ...account,
      env: {}
    });
    await rename(unfinished, cluster).catch(ignoreIfExists);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
  return cluster;
}

/** No first start takes this long: older leftovers belong to one that was killed. */
const ABANDONED_MS = 3_600_000;

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^unfinished-[0-9a-f]{12}(\.password)?$/.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

function ignoreIfExists(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'ENOTEMPTY' && thrown.code !== 'EEXIST') throw thrown;
}

/** The cluster's only password, created once; with `link` only one of two first starts wins. */
export async function superuserPassword(folder: string): Promise<string> {
  const file = join(folder, 'password');
  if (!existsSync(file)) {
    const fresh = `${file}.${randomBytes(6).toString('hex')}`;
    await writeFile(fresh, randomBytes(24).toString('hex'), { mode: 0o600 });
    await link(fresh, file).catch(ignoreIfExists);
    await rm(fresh);
  }
  return (await readFile(file, 'utf8')).trim();
}
