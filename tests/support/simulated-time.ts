/** A server and its PostgreSQL in a time of their own, which passes when a test says so (faketime preloaded into both). */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountForPostgres } from '#lib/server/db/embedded/account.ts';
import { findBinaries } from '#lib/server/db/embedded/binaries.ts';
import { makeCluster } from '#lib/server/db/embedded/cluster.ts';
import { freePort } from '#lib/server/db/embedded/free-port.ts';
import { eventually } from './api.ts';
import { execute } from './database.ts';
import { databaseUrlOf, makeDataDir, startServer, type RunningServer } from './server.ts';

export type SimulatedTime = {
  readonly server: RunningServer;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Lets time pass, in steps between which everything that has become due is done. */
  readonly pass: (seconds: number, stepSeconds?: number) => Promise<void>;
  /** Sets the clock on the wall, at once. */
  readonly jump: (seconds: number) => Promise<void>;
  /** Waits until nothing is being done, and nothing is due. */
  readonly whenQuiet: () => Promise<void>;
  readonly end: () => Promise<void>;
};

type Options = {
  readonly env?: Record<string, string>;
  /** The environment that depends on the data folder. */
  readonly environmentOf?: (dataDir: string) => Record<string, string>;
  /** Whether timers sleep when the clock jumps: as on a machine that was suspended, instead of one on which the time passed. */
  readonly asleep?: boolean;
};

/** Debian and Ubuntu have it in the folder of the processor. */
const findLibrary = (): string | undefined =>
  (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
const LIBRARY = findLibrary();

const MINUTE_S = 60;

export async function startInSimulatedTime({
  env,
  environmentOf,
  asleep = false
}: Options = {}): Promise<SimulatedTime> {
  if (LIBRARY === undefined) throw new Error('This test needs the program faketime (Debian package faketime)');
  const data = await makeDataDir();
  const clock = join(data.path, 'clock');
  let ahead = 0;
  // Whole at every moment: each process reads it whenever it asks for the time.
  const jump = async (seconds: number) => {
    ahead += seconds;
    await writeFile(`${clock}.next`, `+${ahead}\n`);
    await rename(`${clock}.next`, clock);
  };
  await jump(0);
  const ofTime = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    ...(asleep && { FAKETIME_DONT_FAKE_MONOTONIC: '1' })
  };
  await startPostgres(join(data.path, 'postgres'), ofTime);
  // It makes no key of its own beside a database that is there already.
  const SECRET_KEY = randomBytes(32).toString('hex');
  const given = { ...env, ...environmentOf?.(data.path) };
  const server = await startServer({ dataDir: data.path, env: { ...given, ...ofTime, SECRET_KEY } });
  const databaseUrl = await databaseUrlOf(data.path);
  const whenQuiet = async () => {
    // A process that waits notices only when it is asked something that timers are due.
    await eventually(() => isReady(server.baseUrl), 60, LOOK_EVERY_MS);
    await eventually(() => isQuiet(databaseUrl), 60, LOOK_EVERY_MS);
  };
  return {
    server,
    dataDir: data.path,
    databaseUrl,
    whenQuiet,
    jump,
    pass: async (seconds, stepSeconds = MINUTE_S) => {
      for (let passed = 0; passed < seconds; passed += stepSeconds) {
        await jump(Math.min(stepSeconds, seconds - passed));
        await whenQuiet();
      }
    },
    end: async () => {
      await server.stop();
      await data.remove();
    }
  };
}

const LOOK_EVERY_MS = 5;

/** On a connection of its own each time: the server closes those that were idle for so long. */
const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health/ready`, { headers: { Connection: 'close' } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false
  );

async function isQuiet(databaseUrl: string): Promise<boolean> {
  const { rows } = await execute(
    databaseUrl,
    `SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND state IS DISTINCT FROM 'idle')
       AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs
         WHERE is_available AND run_at <= now() OR locked_at IS NOT NULL) AS quiet`
  );
  return (rows as { quiet: boolean }[])[0]?.quiet === true;
}

/** The server's own PostgreSQL, which it takes over at its start as one that a killed process left behind. */
async function startPostgres(folder: string, ofTime: Record<string, string>): Promise<void> {
  const account = await accountForPostgres(join(folder, 'cluster'));
  await mkdir(folder, { recursive: true });
  const { initdb, postgres } = await findBinaries();
  const cluster = await makeCluster(folder, initdb, account);
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  spawn(postgres, ['-D', cluster, '-p', String(await freePort()), ...flags], {
    ...account,
    detached: true,
    stdio: 'ignore',
    env: ofTime
  }).unref();
  while (!existsSync(join(cluster, 'postmaster.pid'))) await pause(20);
}
