import { everywhere, over, type Fault } from '../fault.ts';

/** An administrator ends sessions: one, or all. */
export const oneBackendTerminated: Fault = {
  name: 'backend-terminated',
  isPossible: everywhere,
  inflict: async (world, chance) => {
    const backends = await world.postgres.backends();
    if (backends.length > 0) process.kill(chance.oneOf(backends), 'SIGTERM');
    return over;
  }
};

export const allBackendsTerminated: Fault = {
  name: 'backends-terminated',
  isPossible: everywhere,
  inflict: async (world) => {
    for (const pid of await world.postgres.backends()) process.kill(pid, 'SIGTERM');
    return over;
  }
};
