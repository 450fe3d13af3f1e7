import { everywhere, type Fault } from '../fault.ts';

/** kill -9 of the process; its supervisor starts it again. */
export const appKilled: Fault = {
  name: 'app-killed',
  isPossible: everywhere,
  inflict: async (world) => {
    await world.app.kill();
    return () => world.app.start();
  }
};
