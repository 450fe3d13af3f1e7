/** The memory that a server still uses after its garbage was collected. */
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eventually } from './api.ts';

/** In bytes: of the process, and of JavaScript with what its objects hold outside of the heap. */
export type UsedMemory = { readonly rss: number; readonly heap: number };

const fileOf = (dataDir: string): string => join(dataDir, 'memory.json');

/** The environment of a server whose memory is measured. */
export const measurable = (dataDir: string): Record<string, string> => ({
  NODE_OPTIONS: `--import ${resolve('tests/support/memory-on-signal.mjs')}`,
  MEMORY_TO: fileOf(dataDir)
});

/** @param dataDir of a server that was started with `measurable` */
export async function usedMemory(pid: number, dataDir: string): Promise<UsedMemory> {
  const file = fileOf(dataDir);
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  return JSON.parse(await eventually(() => readFile(file, 'utf8').catch(() => null))) as UsedMemory;
}
