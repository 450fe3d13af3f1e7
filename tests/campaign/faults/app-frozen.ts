import { everywhere, type Fault } from '../fault.ts';

/** The process stands still, as on a machine that swaps or is moved. */
export const appFrozen: Fault = {
  name: 'app-frozen',
  isPossible: everywhere,
  inflict: async (world) => {
    const { pid } = world.app;
    process.kill(pid, 'SIGSTOP');
    return async () => void process.kill(pid, 'SIGCONT');
  }
};
