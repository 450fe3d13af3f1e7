import { everywhere, over, type Fault } from '../fault.ts';

/** kill -9 of one process of the database: it ends all sessions and recovers. */
export const backendKilled: Fault = {
  name: 'backend-killed',
  isPossible: everywhere,
  inflict: async (world, chance) => {
    const backends = await world.postgres.backends();
    if (backends.length > 0) process.kill(chance.oneOf(backends), 'SIGKILL');
    return over;
  }
};
