import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError, type Config } from '#lib/server/config.ts';
import { startEmbeddedServer } from '#lib/server/db/embedded.ts';
import { waitForDatabase } from '#lib/server/db/wait-for-database.ts';
import { ensureDatabase } from '#lib/server/db/ensure-database.ts';

/** The name of the database in the embedded cluster. */
const DATABASE = 'plumbline';

export type Completed = {
  readonly config: Config & { readonly databaseUrl: string; readonly secretKey: Buffer };
  /** Stops what was started for it. */
  readonly stop: () => Promise<void>;
};

/** Finds or makes what the environment left open: the secret key in the data folder, and a PostgreSQL of its own. */
export async function completeConfig(config: Config, say: (line: string) => void): Promise<Completed> {
  await mkdir(config.dataDir, { recursive: true });
  const secretKey = config.secretKey ?? (await readOrMakeSecretKey(join(config.dataDir, 'secret.key')));
  if (config.databaseUrl !== undefined) {
    await waitForDatabase(config.databaseUrl, say);
    return { config: { ...config, databaseUrl: config.databaseUrl, secretKey }, stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedServer(join(config.dataDir, 'postgres'));
  await ensureDatabase(server.url('postgres'), DATABASE);
  return { config: { ...config, databaseUrl: server.url(DATABASE), secretKey }, stop: server.stop };
}

async function readOrMakeSecretKey(file: string): Promise<Buffer> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known === null) {
    await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    // Of two first starts one wins; both then read the winner's key.
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
