/**
 * The processor time of a piece of work in this process and in its database: what the work takes on a machine that has nothing else to
 * do, whatever else this one does. Linux tells it of every process; elsewhere the time that passed is taken.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { median } from './measure.ts';

const NS = 1e6;

/** @returns how to measure: the median of some runs, in ms, after others that do not count */
export async function processorTimeWith(owner: pg.Client, runs: number, warmUps: number) {
  const { rows } = await owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = existsSync('/proc/self/schedstat') ? parentOf(rows[0]?.pid ?? 0) : null;
  const spent = () => {
    if (server === null) return performance.now();
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + backendsOf(server).reduce((sum, pid) => sum + onProcessor(pid), 0);
  };
  return async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let run = -warmUps; run < runs; run++) {
      const begun = spent();
      await work();
      if (run >= 0) times.push(spent() - begun);
    }
    return median(times);
  };
}

/** The fourth field of `stat`; the second, a name in brackets, may hold spaces. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

const backendsOf = (server: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === server);

function onProcessor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / NS;
  } catch {
    return 0;
  }
}
