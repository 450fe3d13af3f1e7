import { everywhere, over, type Fault } from '../fault.ts';

/** An orderly stop of a process in the middle of work, as at an update, and a start. */
export const appStopped: Fault = {
  name: 'app-stopped',
  isPossible: everywhere,
  inflict: async ({ app }, chance) => {
    const process = chance.oneOf(app.processes);
    await process.stop();
    return () => process.start();
  }
};

/** All processes are stopped and started one after another, as at an update of several: the others take over. */
export const rollingRestart: Fault = {
  name: 'rolling-restart',
  isPossible: ({ app }) => app.processes.length > 1,
  isUnnoticed: true,
  inflict: async ({ app }) => {
    await app.roll();
    return over;
  }
};
