/** Preloaded into a server: on SIGUSR2 it collects its garbage and writes to the file MEMORY_TO what memory is left in use. */
import { renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', async () => {
    // What is freed by finalizers is collected in a later round.
    for (let round = 0; round < 4; round++) {
      collect();
      await pause(50);
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    const file = process.env.MEMORY_TO;
    writeFileSync(`${file}.next`, JSON.stringify({ rss, heap: heapUsed + external }));
    renameSync(`${file}.next`, file);
  });
}
