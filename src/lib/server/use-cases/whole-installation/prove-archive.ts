import { createHash } from 'node:crypto';
import type { InstallationManifest } from '#lib/contracts/installation-archive.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { rowsOf } from '#lib/server/db/whole/dump.ts';
import { replaceEverything } from '#lib/server/db/whole/replace.ts';
import { closeWaitingRoom } from '#lib/server/db/whole/waiting-rows.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ArchiveIn } from './archive-in.ts';
import { loadArchive } from './load-archive.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Proof = {
  readonly manifest: InstallationManifest;
  readonly rows: number;
  /** Tables whose restored rows are not those of the archive. */
  readonly differing: readonly string[];
};

/**
 * Restores an archive into an empty database, reads all rows back and compares them by their hashes. Files are compared with theirs.
 * @param pool of a database that is used for nothing else
 * @throws Refusal `archive_refused` with what is wrong
 */
export async function proveArchive({ pool }: Pick<Services, 'pool'>, path: string): Promise<Proof> {
  const archive = await ArchiveIn.open(path);
  try {
    for await (const object of archive.objects()) await archive.bytesOf(object);
    return await transaction(pool, SYSTEM, async (tx) => {
      await becomeOwner(tx);
      const tables = await loadArchive(tx, archive, () => Promise.resolve());
      await replaceEverything(tx, tables, { userId: NOBODY, operationId: NOBODY });
      await closeWaitingRoom(tx);
      const differing: string[] = [];
      let rows = 0;
      for (const table of tables) {
        const hash = createHash('sha256');
        for await (const lines of rowsOf(tx, table)) {
          rows += lines.length;
          for (const line of lines) hash.update(`${line}\n`);
        }
        const listed = archive.manifest.tables.find(({ name }) => name === table.name);
        if (hash.digest('hex') !== listed?.sha256) differing.push(table.name);
      }
      return { manifest: archive.manifest, rows, differing };
    });
  } finally {
    await archive.close();
  }
}
