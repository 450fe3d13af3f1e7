import { createServer, type AddressInfo } from 'node:net';
import { startServer, type RunningServer } from './server.ts';

/** One process of the built app, which keeps its port when it is started again. */
export type AppProcess = {
  /** Its own, also where people reach it through a proxy. */
  readonly origin: string;
  readonly pid: number;
  readonly buildDir: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
  /** Whether it runs. */
  readonly lives: () => boolean;
  /** Everything that it has logged, before it was started again, too. */
  readonly output: () => string;
};

/** @param built a build that is there already; otherwise the sources are built. */
export async function startProcess(dataDir: string, env: Record<string, string>, built?: string): Promise<AppProcess> {
  const PORT = await freePort();
  const begin = () => startServer({ dataDir, env: { ...env, PORT }, ...(built !== undefined && { built }) });
  let running: RunningServer = await begin();
  let before = '';
  return {
    // Behind a proxy, what it prints is the proxy's address.
    origin: `http://127.0.0.1:${PORT}`,
    get pid() {
      return running.pid;
    },
    buildDir: running.buildDir,
    start: async () => {
      before += running.output();
      running = await begin();
    },
    stop: () => running.stop(),
    kill: () => running.kill(),
    lives: () => {
      try {
        return process.kill(running.pid, 0);
      } catch {
        return false;
      }
    },
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
