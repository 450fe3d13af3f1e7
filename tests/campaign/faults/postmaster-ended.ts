import { everywhere, over, type Fault } from '../fault.ts';
import { register } from '../laboratory.ts';

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

/** It ends at once when somebody at a desk has just been told that an instrument is registered: that is a promise. */
export const quitAfterAnswer: Fault = {
  name: 'quit-after-answer',
  isPossible: everywhere,
  inflict: async ({ app, laboratory, postgres, promised }) => {
    const postmaster = await postgres.postmaster();
    const { id } = await register(app.origin, laboratory, `DESK-${String(promised.size + 1).padStart(3, '0')}`);
    process.kill(postmaster, 'SIGQUIT');
    promised.add(id);
    return over;
  }
};
