import type { Fault } from '../fault.ts';

/** The disk of database and files is full to the last byte, and has room again later. */
export const diskFull: Fault = {
  name: 'disk-full',
  isPossible: (world) => world.disk !== null,
  inflict: async ({ disk }) => {
    await disk?.fill();
    return async () => disk?.free();
  }
};
