import { everywhere, type Fault } from '../fault.ts';

/** A process stands still, as on a machine that swaps or is moved. */
export const appFrozen: Fault = {
  name: 'app-frozen',
  isPossible: everywhere,
  inflict: async ({ app }, chance) => {
    const { pid } = chance.oneOf(app.processes);
    process.kill(pid, 'SIGSTOP');
    return async () => void process.kill(pid, 'SIGCONT');
  }
};
