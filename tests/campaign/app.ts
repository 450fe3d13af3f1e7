import { startProcess, type AppProcess } from '../support/app-process.ts';
import { startRoundRobin } from '../support/round-robin.ts';
import { behind, restartInTurn, untilReady } from '../support/several-processes.ts';

/** The built app, as it runs in production, at one address for as long as the campaign lasts. */
export type App = {
  /** Where people reach it. */
  readonly origin: string;
  readonly processes: readonly AppProcess[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Stops and starts one process after another, each when the one before is given work again. */
  readonly roll: () => Promise<void>;
  /** Whether all of it runs: after a fault that did not end it, anything else is a failure. */
  readonly lives: () => boolean;
  readonly output: () => string;
  readonly buildDir: string;
  readonly end: () => Promise<void>;
};

type Env = Record<string, string>;

/** One process that does everything. @param built a build that is there already; otherwise the sources are built. */
export async function startApp(dataDir: string, env: Env, built?: string): Promise<App> {
  const only = await startProcess(dataDir, { LOG_LEVEL: 'warn', ...env }, built);
  return appOf([only], only.origin, async () => undefined);
}

const WEBS = 2;

/** Two web processes behind a proxy, which sends nothing a second time, and a worker. */
export async function startSeveral(dataDir: string, env: Env, built?: string): Promise<App> {
  const webs: AppProcess[] = [];
  const proxy = await startRoundRobin(() => webs.map(({ origin }) => origin));
  const common = { LOG_LEVEL: 'warn', ...behind(proxy), ...env };
  const begin = (role: string) => startProcess(dataDir, { ...common, PROCESS: role }, built);
  for (let n = 0; n < WEBS; n++) webs.push(await begin('web'));
  const worker = await begin('worker');
  const app = appOf([worker, ...webs], proxy.origin, () => untilReady(proxy, WEBS));
  await untilReady(proxy, WEBS);
  return { ...app, end: () => app.end().then(() => proxy.close()) };
}

function appOf(processes: readonly [AppProcess, ...AppProcess[]], origin: string, ready: () => Promise<void>): App {
  const each = async (work: (one: AppProcess) => Promise<unknown>) => void (await Promise.all(processes.map(work)));
  const stop = () => each((one) => one.stop());
  return {
    origin,
    processes,
    start: async () => {
      await each((one) => one.start());
      await ready();
    },
    stop,
    roll: () => restartInTurn(processes, ready),
    lives: () => processes.every((one) => one.lives()),
    output: () => processes.map((one) => one.output()).join('\n'),
    buildDir: processes[0].buildDir,
    end: stop
  };
}
