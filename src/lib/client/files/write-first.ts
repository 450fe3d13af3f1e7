import { isFull } from '../database/is-full.ts';

/** Runs a write for which files that are also on the server make room if the device is full. */
export const writeFirst = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    return (await import('./make-room.ts')).writeWithRoom(write, error);
  });
