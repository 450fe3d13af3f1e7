/** Preloaded into a server: on SIGUSR2 something fails in it that nobody catches, of the kind that the file FAILS_AS names. */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const KINDS = {
  rejection: () => void Promise.reject(new Error('a promise that nobody awaited')),
  connection: () => {
    throw Object.assign(new Error('a connection that broke'), { code: 'ECONNRESET' });
  },
  disk: () => {
    throw Object.assign(new Error('a disk that is full'), { code: 'ENOSPC' });
  },
  mistake: () => {
    throw new TypeError('a mistake of ours');
  }
};
process.on('SIGUSR2', () => KINDS[readFileSync(process.env.FAILS_AS, 'utf8')]());
