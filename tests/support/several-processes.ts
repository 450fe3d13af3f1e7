/** Two web processes and a worker of the built app on one database and one folder of files, behind a proxy. */
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { execute } from './database.ts';
import { startRoundRobin, type RoundRobin } from './round-robin.ts';
import { makeDataDir, startServer, type RunningServer } from './server.ts';

/** A process that keeps its port when it is started again. */
export type App = {
  readonly origin: string;
  readonly pid: number;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  /** Everything that it has logged, before it was started again, too. */
  readonly output: () => string;
};

export type SeveralProcesses = {
  readonly webs: readonly App[];
  readonly worker: App;
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

/** Longer than the proxy needs to notice. */
const DRAIN_SECONDS = '1';

/** @param adminUrl of a PostgreSQL in which a database is made, and dropped afterwards */
export async function startSeveralProcesses(adminUrl: string, logLevel = 'info'): Promise<SeveralProcesses> {
  const name = `several_${randomBytes(6).toString('hex')}`;
  await execute(adminUrl, `CREATE DATABASE ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const data = await makeDataDir();
  const webs: App[] = [];
  const proxy = await startRoundRobin(() => webs.map(({ origin }) => origin));
  const env = {
    DATABASE_URL: url.href,
    SECRET_KEY: 'cd'.repeat(32),
    ORIGIN: proxy.origin,
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS,
    LOG_LEVEL: logLevel
  };
  const web = () => startOn(data.path, { ...env, PROCESS: 'web' });
  const work = () => startOn(data.path, { ...env, PROCESS: 'worker' });
  // At once, on an empty database: one of them migrates it.
  const [first, second, worker] = await Promise.all([web(), web(), work()]);
  webs.push(first, second);
  let working = worker;
  const retired: App[] = [];
  await untilReady(proxy, [true, true]);
  return {
    webs,
    get worker() {
      return working;
    },
    proxy,
    databaseUrl: url.href,
    restartWebs: async () => {
      for (const one of webs) {
        await one.stop();
        await one.start();
        await untilReady(proxy, [true, true]);
      }
    },
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

async function untilReady(proxy: RoundRobin, wanted: readonly boolean[]): Promise<void> {
  while (wanted.some((one, index) => proxy.ready()[index] !== one)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function startOn(dataDir: string, env: Record<string, string>): Promise<App> {
  const PORT = await freePort();
  const begin = () => startServer({ dataDir, env: { ...env, PORT } });
  let running: RunningServer = await begin();
  let before = '';
  return {
    // What it prints is the address of the proxy.
    origin: `http://127.0.0.1:${PORT}`,
    get pid() {
      return running.pid;
    },
    start: async () => {
      before += running.output();
      running = await begin();
    },
    stop: () => running.stop(),
    output: () => before + running.output()
  };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}
