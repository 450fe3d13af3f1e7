import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

/**
 * Ends the processes that a killed postmaster left behind: while one is running, the cluster cannot be restarted. They
 * end by themselves when they notice, but a busy one notices late. Only Linux lists them; elsewhere it waits. Call it
 * only if the cluster has no postmaster.
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
