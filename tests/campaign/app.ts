import { launch, type RunningServer } from '../support/server.ts';

/** The built server, as it runs in production, on one port for as long as the campaign lasts. */
export type App = {
  readonly pid: number;
  readonly origin: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Whether it runs: after a fault that did not end it, anything else is a failure. */
  readonly lives: () => boolean;
  readonly output: () => string;
  readonly buildDir: string;
};

/** @param built a build that is there already; otherwise the sources are built. */
export async function startApp(dataDir: string, env: Record<string, string>, built?: string): Promise<App> {
  const begin = async (port: string): Promise<RunningServer> => {
    const started = await launch(dataDir, { LOG_LEVEL: 'warn', ...env, PORT: port }, undefined, undefined, built);
    if (!('baseUrl' in started)) throw new Error(`the server ended with ${started.exitCode}:\n${started.output}`);
    return started;
  };
  let running = await begin('0');
  let words = '';
  const { port } = new URL(running.baseUrl);
  const keepWords = () => (words += running.output());
  return {
    get pid() {
      return running.pid;
    },
    origin: `http://127.0.0.1:${port}`,
    start: async () => {
      running = await begin(port);
    },
    stop: async () => {
      await running.stop();
      keepWords();
    },
    kill: async () => {
      await running.kill();
      keepWords();
    },
    lives: () => {
      try {
        return process.kill(running.pid, 0);
      } catch {
        return false;
      }
    },
    output: () => words + running.output(),
    buildDir: running.buildDir
  };
}
