/** Two web processes and a worker of the built app on one database and one folder of files, behind a proxy. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, type AppProcess } from './app-process.ts';
import { execute } from './database.ts';
import { startRoundRobin, type RoundRobin } from './round-robin.ts';
import { makeDataDir } from './server.ts';

export type SeveralProcesses = {
  readonly webs: readonly AppProcess[];
  readonly worker: AppProcess;
  readonly proxy: RoundRobin;
  readonly databaseUrl: string;
  /** Stops and starts the web processes, one after another, each when the other one is given requests. */
  readonly restartWebs: () => Promise<void>;
  /** Another worker takes over before the one that there is stops. */
  readonly replaceWorker: () => Promise<void>;
  /** Everything that any of the processes has logged. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
};

/** @param adminUrl of a PostgreSQL in which a database is made, and dropped afterwards */
export async function startSeveralProcesses(adminUrl: string, logLevel = 'info'): Promise<SeveralProcesses> {
  const name = `several_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const data = await makeDataDir();
  const webs: AppProcess[] = [];
  const proxy = await startRoundRobin(() => webs.map(({ origin }) => origin));
  const env = {
    DATABASE_URL: url.href,
    SECRET_KEY: 'cd'.repeat(32),
    LOG_LEVEL: logLevel,
    ...behind(proxy)
  };
  const web = () => startProcess(data.path, { ...env, PROCESS: 'web' });
  const work = () => startProcess(data.path, { ...env, PROCESS: 'worker' });
  // At once, on an empty database: one of them migrates it.
  const [first, second, worker] = await Promise.all([web(), web(), work()]);
  webs.push(first, second);
  let working = worker;
  const retired: AppProcess[] = [];
  await untilReady(proxy, webs.length);
  return {
    webs,
    get worker() {
      return working;
    },
    proxy,
    databaseUrl: url.href,
    restartWebs: () => restartInTurn(webs, () => untilReady(proxy, webs.length)),
    replaceWorker: async () => {
      const next = await work();
      await working.stop();
      retired.push(working);
      working = next;
    },
    output: () => [...webs, ...retired, working].map((app) => app.output()).join('\n'),
    close: async () => {
      await proxy.close();
      await Promise.all([...webs, working].map((app) => app.stop()));
      await execute(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
      await data.remove();
    }
  };
}

/** Longer than the proxy needs to notice that a process leaves, also on a busy machine. */
const DRAIN_SECONDS = '3';

/** The environment of a process that the proxy gives requests. */
export const behind = ({ origin }: RoundRobin) => ({ ORIGIN: origin, TRUSTED_PROXIES: '1', DRAIN_SECONDS });

/** Stops and starts one process after another, each when the one before is given work again. */
export async function restartInTurn(processes: readonly AppProcess[], ready: () => Promise<void>): Promise<void> {
  for (const one of processes) {
    await one.stop();
    await one.start();
    await ready();
  }
}

const LOOK_EVERY_MS = 50;

/** Waits until the proxy gives requests to so many processes. */
export async function untilReady(proxy: RoundRobin, processes: number): Promise<void> {
  while (proxy.ready().filter(Boolean).length < processes) await pause(LOOK_EVERY_MS);
}
