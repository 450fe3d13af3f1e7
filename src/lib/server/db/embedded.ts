import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountForPostgres, assertReachable } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { makeCluster, superuserPassword } from './embedded/cluster.ts';
import { keepCluster, type KeptCluster, type Watcher } from './embedded/keep-cluster.ts';
import { startPostmaster } from './embedded/postmaster.ts';
import { mendCluster } from './embedded/mend-cluster.ts';
import { ServerLog } from './embedded/server-log.ts';
import { lockCluster } from './embedded/single-start.ts';

/** A PostgreSQL server that this process started or took over, uses exclusively, and restarts when it dies. */
export type EmbeddedServer = KeptCluster & {
  /** The folder of its data. */
  readonly cluster: string;
  readonly url: (database: string) => string;
};

const UNWATCHED: Watcher = { say: () => undefined, fail: () => undefined };

/**
 * Starts the PostgreSQL that comes with the package, its cluster below `folder`; creates the cluster at the first
 * start. Takes over a server that a killed process left behind. As root it runs as the user `postgres`.
 * @throws Error with a message for the console: no access to the folder, folder in use, unsupported platform.
 */
export async function startEmbeddedServer(
  folder: string,
  flags: readonly string[] = [],
  watcher = UNWATCHED
): Promise<EmbeddedServer> {
  const account = await accountForPostgres(join(folder, 'cluster'));
  await mkdir(folder, { recursive: true });
  const binaries = await findBinaries();
  await assertReachable(join(folder, 'cluster'), account, 'DATA_DIR');
  await assertReachable(binaries.postgres, account, 'the installation');
  await mendCluster(join(folder, 'cluster'), account, watcher.say);
  const cluster = await makeCluster(folder, binaries.initdb, account);
  const postmaster = await startPostmaster(cluster, binaries.postgres, account, flags);
  const { port } = postmaster;
  const password = await superuserPassword(folder);
  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const lockIt = () => lockCluster(url('postgres'));
  const lock = await lockIt();
  if ('heldBy' in lock) {
    throw new Error(
      `Another Plumbline (process ${lock.heldBy}) is using ${folder}. Stop it first, or start this one with another DATA_DIR.`
    );
  }
  // All parts of this process connect to the server by its port.
  const again = () => startPostmaster(cluster, binaries.postgres, account, flags, port);
  const kept = keepCluster(cluster, again, lockIt, { postmaster, lock }, watcher);
  const stopShortening = keepLogShort(cluster, watcher);
  return {
    cluster,
    url,
    ...kept,
    stop: async () => {
      stopShortening();
      await kept.stop();
    }
  };
}

const LOG_EVERY_MS = 10 * 60_000;

/** A server that is never stopped would fill the disk with its log. */
function keepLogShort(cluster: string, { say }: Watcher): () => void {
  const log = new ServerLog(`${cluster}.log`);
  const timer = setInterval(() => {
    log.keepShort().catch((thrown: unknown) => say(`PostgreSQL's log could not be shortened: ${String(thrown)}`));
  }, LOG_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
