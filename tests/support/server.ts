import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureBuild, hashSources } from '../../src/commands/start/build.ts';

/** The app as `npm start` runs it: a separate process with its own embedded Postgres. */
export type RunningServer = {
  readonly baseUrl: string;
  readonly pid: number;
  /** The built app that it runs. */
  readonly buildDir: string;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** SIGTERM, and waits for the end. @returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL: its Postgres stays behind, as after a crash. */
  readonly kill: () => Promise<void>;
};
export type Started = RunningServer | { readonly exitCode: number | null; readonly output: string };

/** Where tests build the app: a folder for each state of the sources, so that runs side by side never share half a build. */
const BUILDS = resolve('tests/.output/builds');
let state: string | undefined;
/** Names the state of the sources, which stays as it is while tests run. */
export const stateOfSources = (): string => (state ??= hashSources().slice(0, 12));
let building: Promise<string> | undefined;
/** The app, built where it must be; found out once. */
const builtApp = (): Promise<string> => (building ??= buildApp());
async function buildApp(): Promise<string> {
  const build = join(BUILDS, stateOfSources());
  await ensureBuild(build, () => undefined);
  return build;
}
const PATIENCE_MS = 240_000;
/** No reminders go out while tests run, whenever that is. */
const halfADayAway = () => String((new Date().getUTCHours() + 12) % 24);

/**
 * Builds the app where it must be, and runs `start` of that build until it is ready or ends.
 * @param env beyond DATA_DIR; PORT is any free one unless given.
 * @param runAs a user and group id, where the caller is root.
 * @param meanwhile is called while it starts, with its process id.
 * @param built a build that is there already.
 */
export async function launch(
  dataDir: string,
  env: Record<string, string> = {},
  runAs?: number,
  meanwhile?: (pid: number) => Promise<void>,
  built?: string
): Promise<Started> {
  if (runAs !== undefined) await chown(dataDir, runAs, runAs);
  const build = built ?? (await builtApp());
  // Only what a bare machine has: what a test machine's own environment sets must not matter.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(build, 'commands/start.js')], {
    env: {
      PATH,
      HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      COUNTRY: 'GB',
      REMINDER_HOUR: halfADayAway(),
      ...env
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(runAs !== undefined && { uid: runAs, gid: runAs })
  });
  if (child.pid !== undefined) void meanwhile?.(child.pid);
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(new Error(`not ready in time:\n${output}`));
    }, PATIENCE_MS);
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    };
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /is ready: (\S+)/.exec(output);
      if (!ready?.[1] || child.pid === undefined) return;
      clearTimeout(timer);
      done({
        baseUrl: ready[1],
        pid: child.pid,
        buildDir: build,
        output: () => output,
        stop: () => end('SIGTERM'),
        kill: () => end('SIGKILL').then(() => undefined)
      });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((exitCode) => {
      clearTimeout(timer);
      done({ exitCode, output });
    });
  });
}

/** Like `launch`, where anything but a running server is a failure. */
type Options = {
  readonly dataDir: string;
  readonly env?: Record<string, string>;
  readonly runAs?: number;
  readonly built?: string;
};
export async function startServer({ dataDir, env, runAs, built }: Options): Promise<RunningServer> {
  const started = await launch(dataDir, env, runAs, undefined, built);
  if (!('baseUrl' in started)) throw new Error(`the server ended with ${started.exitCode}:\n${started.output}`);
  return started;
}

/** Removes builds of earlier states of the sources. */
export async function removeOldBuilds(): Promise<void> {
  const hours = 2;
  for (const name of await readdir(BUILDS).catch(() => [])) {
    const { mtimeMs } = await stat(join(BUILDS, name));
    if (Date.now() - mtimeMs > hours * 3_600_000) await rm(join(BUILDS, name), { recursive: true, force: true });
  }
}

/** A data folder that the user `postgres` can reach, where tests run as root. */
export async function makeDataDir(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'plumbline-data-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The database of a running server, for looking behind the curtain as its owner. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres/password'), 'utf8')).trim();
  const port = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[3]?.trim();
  return `postgresql://postgres:${password}@127.0.0.1:${port}/plumbline`;
}

/** Ends the Postgres that a killed server left behind, without starting another. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const pidFile = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => null);
  if (pidFile === null) return;
  try {
    process.kill(Number(pidFile.split('\n')[0]), 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}
