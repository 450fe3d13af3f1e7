import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError, type Config } from '#lib/server/config.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { waitForDatabase } from '#lib/server/db/wait-for-database.ts';
import { ensureDatabase } from '#lib/server/db/ensure-database.ts';
import { ROOT } from '../root.ts';
import { mendCopiedFolder } from './copied-folder.ts';

/** The name of the database in the embedded cluster. */
const DATABASE = 'plumbline';

export type Completed = {
  readonly config: Config & { readonly databaseUrl: string; readonly secretKey: Buffer };
  /** Stops everything that was started. */
  readonly stop: () => Promise<void>;
  /** The process's own database has stopped and is being started again: ending the process would not help. */
  readonly isRecovering: () => boolean;
};

/**
 * Finds or creates what the environment does not set: the secret key in the data folder, and an embedded PostgreSQL.
 * @param say reports what takes long, and later changes of the PostgreSQL. @param fail is called if that PostgreSQL is
 * lost. @param keyIsLost creates a new secret key even if the database is sealed with another one.
 */
export async function completeConfig(
  given: Config,
  say: (line: string) => void,
  fail: (sentence: string) => void = () => undefined,
  keyIsLost = false
): Promise<Completed> {
  // Commands may be started from any folder.
  const config = { ...given, migrations: join(ROOT, 'migrations') };
  await mkdir(config.dataDir, { recursive: true });
  await mendCopiedFolder(config.dataDir, say);
  const secretKey = config.secretKey ?? (await readOrMakeSecretKey(config, keyIsLost));
  if (config.databaseUrl !== undefined) {
    await waitForDatabase(config.databaseUrl, say);
    return {
      config: { ...config, databaseUrl: config.databaseUrl, secretKey },
      stop: () => Promise.resolve(),
      isRecovering: () => false
    };
  }
  const server = await startEmbeddedServer(join(config.dataDir, 'postgres'), [], { say, fail });
  await ensureDatabase(server.url('postgres'), DATABASE);
  const { cluster, stop, isRecovering } = server;
  return { config: { ...config, databaseUrl: server.url(DATABASE), secretKey, cluster }, stop, isRecovering };
}

async function readOrMakeSecretKey({ dataDir, secretKeyBefore }: Config, keyIsLost: boolean): Promise<Buffer> {
  const file = join(dataDir, 'secret.key');
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known === null) {
    // The database is sealed with an existing key; a new one is created only if the old one is known, to replace it.
    if (!keyIsLost && secretKeyBefore === undefined && existsSync(join(dataDir, 'postgres/cluster'))) {
      throw new ConfigurationError(
        `${file}: is missing, and the database beside it is encrypted with it. Restore it from a backup, or set SECRET_KEY to it. ` +
          'If no backup has it: npm run forget-secrets.'
      );
    }
    await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    // If two first starts race, both then read the winner's key.
    await link(fresh, file).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown;
    });
    await rm(fresh);
  }
  const hex = (known ?? (await readFile(file, 'utf8'))).trim();
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new ConfigurationError(`${file}: must hold 64 hexadecimal digits; restore it`);
  return Buffer.from(hex, 'hex');
}
