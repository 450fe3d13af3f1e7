import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as; empty: the same user as this process. */
export type Account = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * PostgreSQL refuses to run as root, so as root it gets another user: the owner of an existing cluster (root itself
 * owns only copies), else `postgres`, created if it does not exist.
 */
export async function accountForPostgres(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  try {
    return lookUp();
  } catch {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      {
        stdio: 'ignore'
      }
    );
    return lookUp();
  }
}

function lookUp(): Account {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/**
 * Checks that PostgreSQL's user can enter every folder above `path`.
 * @throws Error with a sentence that names the inaccessible folder and the solutions.
 */
export async function assertReachable(path: string, account: Account, what: string): Promise<void> {
  if (!('uid' in account)) return;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) {
      throw new Error(
        `PostgreSQL cannot run as root, so it runs as another user (${account.uid}), and ${folder} is closed to that user; ` +
          `${what} lies below it.\nMove it, start Plumbline as another user, or open the folder: chmod o+x ${folder}`
      );
    }
    if (folder === dirname(folder)) return;
  }
}
