import { everywhere, type Fault } from '../fault.ts';

/** kill -9 of a process; its supervisor starts it again. */
export const appKilled: Fault = {
  name: 'app-killed',
  isPossible: everywhere,
  inflict: async ({ app }, chance) => {
    const process = chance.oneOf(app.processes);
    await process.kill();
    return () => process.start();
  }
};
