import { everywhere, type Fault } from '../fault.ts';

/** An orderly stop in the middle of work, as at an update, and a start. */
export const appStopped: Fault = {
  name: 'app-stopped',
  isPossible: everywhere,
  inflict: async (world) => {
    await world.app.stop();
    return () => world.app.start();
  }
};
