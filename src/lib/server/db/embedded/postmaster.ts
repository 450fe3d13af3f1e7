import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { freePort } from './free-port.ts';
import { ServerLog } from './server-log.ts';

/** A running PostgreSQL server. */
export type Postmaster = { readonly pid: number; readonly port: number };

const POLL_MS = 20;
const START_SECONDS = 60;
const STOP_SECONDS = 60;

/**
 * The server of the cluster: started now, or the one that an earlier, killed process of ours left running.
 * @param port the port to listen on; by default any free one.
 * @throws Error with the end of PostgreSQL's own log if it does not start.
 */
export async function startPostmaster(
  cluster: string,
  postgres: string,
  account: Account,
  flags: readonly string[],
  port?: number
): Promise<Postmaster> {
  const log = new ServerLog(`${cluster}.log`);
  let started: { ended: boolean } | null = null;
  for (let waited = 0; waited < START_SECONDS * 1000; waited += POLL_MS) {
    // One that is starting or stopping, ours or another start's, is waited for.
    const announced = await announcedPostmaster(cluster);
    if (announced?.state === 'ready') return announced;
    if (announced === null && started?.ended) break;
    if (announced === null && started === null) {
      await rm(join(cluster, 'postmaster.pid'), { force: true });
      const args = ['-D', cluster, '-p', String(port ?? (await freePort())), ...flags];
      started = launch(postgres, args, account, await log.append());
    }
    await pause(POLL_MS);
  }
  throw new Error(`The embedded PostgreSQL did not start. Its last words (${log.file}):\n${await log.lastWords()}`);
}

function launch(postgres: string, args: readonly string[], account: Account, log: number): { ended: boolean } {
  const child = spawn(postgres, [...args, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='], {
    ...account,
    // A session of its own: Ctrl-C in a terminal is for Plumbline, which stops PostgreSQL when its own work is done.
    detached: true,
    stdio: ['ignore', log, log],
    env: {}
  });
  closeSync(log);
  child.unref();
  const state = { ended: false };
  child.once('exit', () => (state.ended = true));
  child.once('error', () => (state.ended = true));
  return state;
}

/** The contents of the cluster's pid file, if its process is this cluster's server. */
async function announcedPostmaster(cluster: string): Promise<(Postmaster & { readonly state: string }) | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isPostmaster(pid, cluster))) return null;
  return { pid, port: Number(lines[3]), state: lines[7] ?? '' };
}

/** After a crash of the machine the pid in the file may belong to another process. */
async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (!lives(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.includes(cluster);
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends all sessions and waits until everything is on disk. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  if (!lives(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < STOP_SECONDS * 1000 && lives(pid); waited += POLL_MS) await pause(POLL_MS);
  if (lives(pid)) throw new Error(`PostgreSQL (process ${pid}) did not stop within ${STOP_SECONDS} s.`);
}
