import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Distinguishes a cluster from its copies, by a file that initdb wrote and nothing writes again. A copy is a different
 * file; one that was overwritten or changed its owner has been modified since; moved with its folder it is the same.
 */
export async function clusterFiles(cluster: string): Promise<string> {
  const { ino, ctimeNs } = await stat(join(cluster, 'PG_VERSION'), { bigint: true });
  return `${ino}.${ctimeNs}`;
}
