import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports for outgoing connections, one of which could otherwise take ours while PostgreSQL is stopped. */
const FIRST = 15_000;
const LAST = 31_999;
const TRIES = 100;

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST, LAST + 1);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free for PostgreSQL.`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
