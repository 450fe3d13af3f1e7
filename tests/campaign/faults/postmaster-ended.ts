import { everywhere, over, type Fault } from '../fault.ts';

/** The database server ends: killed, at once, or in order; what watches over it starts it again. */
const ended = (name: string, signal: NodeJS.Signals): Fault => ({
  name,
  isPossible: everywhere,
  inflict: async (world) => {
    process.kill(await world.postgres.postmaster(), signal);
    return over;
  }
});

export const postmasterKilled = ended('postmaster-killed', 'SIGKILL');
export const postmasterQuit = ended('postmaster-quit', 'SIGQUIT');
export const postmasterRestarted = ended('postmaster-restarted', 'SIGINT');
