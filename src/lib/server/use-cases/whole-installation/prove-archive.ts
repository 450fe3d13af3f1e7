import { createHash } from 'node:crypto';
import type { InstallationManifest } from '#lib/contracts/installation-archive.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { becomeOwner } from '#lib/server/db/whole/as-owner.ts';
import { rowsOf } from '#lib/server/db/whole/dump.ts';
import { replaceEverything } from '#lib/server/db/whole/replace.ts';
import type { WholeTable } from '#lib/server/db/whole/tables.ts';
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

type Compared = Pick<Proof, 'rows' | 'differing'>;

async function compare(tx: Tx, { manifest }: ArchiveIn, tables: readonly WholeTable[]): Promise<Compared> {
  const differing: string[] = [];
  let rows = 0;
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const lines of rowsOf(tx, table)) {
      rows += lines.length;
      for (const line of lines) hash.update(`${line}\n`);
    }
    const listed = manifest.tables.find(({ name }) => name === table.name);
    if (hash.digest('hex') !== listed?.sha256) differing.push(table.name);
  }
  return { rows, differing };
}

/**
 * Restores an archive into an empty database, reads all rows back and compares them by their hashes: those of an older
 * version before they are brought to this one. Files are compared with theirs.
 * @param pool of a database that is used for nothing else
 * @throws Refusal `archive_refused` with what is wrong
 */
export async function proveArchive(
  { pool, migrations }: Pick<Services, 'pool' | 'migrations'>,
  path: string
): Promise<Proof> {
  const archive = await ArchiveIn.open(path);
  try {
    for await (const object of archive.objects()) await archive.bytesOf(object);
    return await transaction(pool, SYSTEM, async (tx) => {
      await becomeOwner(tx);
      let compared: Compared | null = null;
      const tables = await loadArchive(tx, archive, {
        migrations,
        tell: () => Promise.resolve(),
        beforeMigrations: async (older) => {
          compared = await compare(tx, archive, older);
        }
      });
      await replaceEverything(tx, tables, { userId: NOBODY, operationId: NOBODY });
      await closeWaitingRoom(tx);
      return { manifest: archive.manifest, ...(compared ?? (await compare(tx, archive, tables))) };
    });
  } finally {
    await archive.close();
  }
}
