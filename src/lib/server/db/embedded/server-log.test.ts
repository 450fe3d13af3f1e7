import { closeSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServerLog } from './server-log.ts';

const MB = 1024 * 1024;

test('the log of a server that runs for long stays short, and its last words can still be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-log-'));
  const log = new ServerLog(join(folder, 'cluster.log'));
  // As a server does that was given the descriptor at its start.
  const descriptor = await log.append();
  try {
    for (let megabyte = 0; megabyte < 40; megabyte++) {
      writeSync(descriptor, `checkpoint starting: time\n`.repeat(MB / 26));
      await log.keepShort();
      expect((await stat(log.file)).size).toBeLessThan(9 * MB);
    }
    writeSync(descriptor, 'FATAL: could not write\n');
    expect(await log.lastWords()).toContain('FATAL: could not write');
    expect((await stat(`${log.file}.1`)).size).toBeLessThan(9.1 * MB);
    expect((await readFile(log.file)).includes(0)).toBe(false);
  } finally {
    closeSync(descriptor);
    await rm(folder, { recursive: true });
  }
});
