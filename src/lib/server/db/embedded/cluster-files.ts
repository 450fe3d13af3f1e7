import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Tells a cluster from its copies: the file that initdb wrote and nobody writes again. Copied it is another file, overwritten or
 * given to another owner it has changed since; moved with its folder it is the same.
 */
export async function clusterFiles(cluster: string): Promise<string> {
  const { ino, ctimeNs } = await stat(join(cluster, 'PG_VERSION'), { bigint: true });
  return `${ino}.${ctimeNs}`;
}
