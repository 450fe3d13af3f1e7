import { everywhere, type Fault } from '../fault.ts';

/** A process that may have ended meanwhile is not there to go on. */
const goOn = (pid: number) => {
  try {
    process.kill(pid, 'SIGCONT');
  } catch {
    // It has ended.
  }
};

/** A session of the database stands still with all that it holds. */
export const backendFrozen: Fault = {
  name: 'backend-frozen',
  isPossible: everywhere,
  inflict: async (world, chance) => {
    const backends = await world.postgres.backends();
    if (backends.length === 0) return async () => undefined;
    const pid = chance.oneOf(backends);
    process.kill(pid, 'SIGSTOP');
    return async () => goOn(pid);
  }
};

/** All sessions stand still, and no new one can be had. */
export const databaseFrozen: Fault = {
  name: 'database-frozen',
  isPossible: everywhere,
  inflict: async (world) => {
    const pids = [await world.postgres.postmaster(), ...(await world.postgres.backends())];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return async () => pids.forEach(goOn);
  }
};
