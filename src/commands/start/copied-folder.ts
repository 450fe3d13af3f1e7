import { access, chmod, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a start must be able to write to; for a folder, checking the folder itself is enough. */
const OWN = ['.', 'secret.key', 'objects', 'postgres', 'postgres/password'] as const;
const SECRET = ['secret.key', 'postgres/password'] as const;

/**
 * Checks whether this user may work with the data folder, and restricts access to the secrets in it: after a copy (`cp
 * -r`, an archive unpacked by root) both may be wrong. mend-cluster.ts (lib/server/db/embedded) repairs the cluster.
 * @param say reports repairs
 * @throws Error with the command for the person at the console
 */
export async function mendCopiedFolder(dataDir: string, say: (line: string) => void): Promise<void> {
  for (const name of OWN) {
    const path = join(dataDir, name);
    const code = await access(path, constants.R_OK | constants.W_OK).then(
      () => null,
      (thrown: NodeJS.ErrnoException) => thrown.code
    );
    if (code !== null && code !== 'ENOENT')
      throw new Error(`${path} is not accessible to this user. ${giveBack(dataDir)}`);
  }
  for (const name of SECRET) {
    const path = join(dataDir, name);
    const found = await stat(path).catch(() => null);
    if (found === null || (found.mode & 0o077) === 0) continue;
    await chmod(path, 0o600);
    say(`${path} was accessible to other users, as after a copy. It is now private.`);
  }
}

const giveBack = (dataDir: string): string =>
  `If another user has copied the folder, make the user that starts Plumbline its owner again: ` +
  `sudo chown -R ${process.getuid?.()}:${process.getgid?.()} ${dataDir}`;
