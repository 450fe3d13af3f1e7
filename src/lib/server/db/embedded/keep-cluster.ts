import { setTimeout as pause } from 'node:timers/promises';
import { endOrphans } from './end-orphans.ts';
import { lives, stopPostmaster, type Postmaster } from './postmaster.ts';
import type { ClusterLock, HeldBy } from './single-start.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
/** Starts that fail before processes of the dead postmaster are ended rather than waited for. */
const PATIENT_STARTS = 3;

/** Callbacks for the state of the cluster. */
export type Watcher = {
  readonly say: (line: string) => void;
  /** The cluster is lost to this process, which must end. */
  readonly fail: (sentence: string) => void;
};

export type KeptCluster = {
  readonly stop: () => Promise<void>;
  /** PostgreSQL has stopped and is being restarted. */
  readonly isRecovering: () => boolean;
};

/**
 * Keeps a cluster running and locked for this process until `stop`: a server that died is restarted, with several
 * attempts if its disk is full, and a lock that was lost with its connection is taken again.
 * @param start starts the server, or finds the one that runs; always on the same port.
 */
export function keepCluster(
  cluster: string,
  start: () => Promise<Postmaster>,
  lockIt: () => Promise<ClusterLock | HeldBy>,
  running: { readonly postmaster: Postmaster; readonly lock: ClusterLock },
  { say, fail }: Watcher
): KeptCluster {
  let { postmaster, lock } = running;
  let stopped = false;
  let recovering = false;

  const recover = async (): Promise<ClusterLock | HeldBy | null> => {
    let reported = '';
    for (let tries = 1, wait = FIRST_PAUSE_MS; !stopped; tries++, wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        postmaster = await start();
        const got = await lockIt();
        if (reported !== '') say('PostgreSQL is back.');
        return got;
      } catch (thrown) {
        const words = thrown instanceof Error ? thrown.message : String(thrown);
        if (words !== reported) say(`PostgreSQL has ended and is started again. ${words}`);
        reported = words;
        if (tries >= PATIENT_STARTS && !lives(postmaster.pid)) await endOrphans(cluster);
      }
      await pause(wait);
    }
    return null;
  };
  const keep = async () => {
    for (;;) {
      await lock.lost;
      if (stopped) return;
      recovering = true;
      const got = await recover();
      recovering = false;
      if (got === null) return;
      if ('heldBy' in got) return fail(`Another Plumbline (process ${got.heldBy}) has taken ${cluster} meanwhile.`);
      lock = got;
    }
  };
  const kept = keep();
  return {
    isRecovering: () => recovering,
    stop: async () => {
      stopped = true;
      await lock.release();
      await kept;
      // Another process took it at the same moment.
      await lock.release();
      await stopPostmaster(postmaster);
    }
  };
}
