import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

/**
 * Ends the processes that a killed postmaster left behind: while one works on, the cluster cannot be started again. They end by
 * themselves when they notice, which a busy one does late. Only Linux tells which they are; elsewhere they are waited for.
 * Call it only where the cluster has no postmaster.
 */
export async function endOrphans(cluster: string): Promise<void> {
  const home = await realpath(cluster);
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const name = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'postgres' || (await readlink(`/proc/${entry}/cwd`).catch(() => '')) !== home) continue;
    try {
      process.kill(Number(entry), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
