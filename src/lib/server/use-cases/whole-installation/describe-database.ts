import type { DatabaseDescription } from '#lib/contracts/operations-database.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { findBackupState } from '#lib/server/db/backups.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findSizes, type WholeSizes } from '#lib/server/db/whole/dump.ts';
import { findArchivedTables } from '#lib/server/db/whole/tables.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Measured by `npm run bench -- whole-installation`: what tables take on a disk, and in an archive. */
const PACKED = 0.25;
const TABLE_BYTES_PER_SECOND = 4e6;
const FILE_BYTES_PER_SECOND = 40e6;
/** Of a file, whatever its size: to open it and to note it down. */
const SECONDS_PER_FILE = 0.002;
const FILE_OVERHEAD = 500;

/** What an export made now would be, and how the nightly backups went. @throws Refusal `forbidden` */
export async function describeDatabase(
  { pool, backups }: Pick<Services, 'pool' | 'backups'>,
  actor: PersonActor
): Promise<DatabaseDescription> {
  await transaction(pool, actor, () => Promise.resolve(assertMay(actor, 'database.manage')));
  return transaction(pool, SYSTEM, async (tx) => {
    const sizes = await findSizes(tx, await findArchivedTables(tx));
    const state = await findBackupState(tx);
    return {
      estimate: estimated(sizes),
      backups:
        backups === undefined
          ? null
          : {
              to: backups.where,
              keep: backups.keep,
              last_good_at: state.backed_up_at,
              last_bytes: state.backup_bytes,
              failing_since: state.backup_failing_since,
              failure: state.backup_failure
            }
    };
  });
}

export const estimated = ({
  records,
  table_bytes,
  files,
  file_bytes
}: WholeSizes): DatabaseDescription['estimate'] => ({
  records,
  files,
  bytes: Math.round(table_bytes * PACKED + file_bytes + files * FILE_OVERHEAD),
  seconds: Math.max(
    1,
    Math.ceil(table_bytes / TABLE_BYTES_PER_SECOND + file_bytes / FILE_BYTES_PER_SECOND + files * SECONDS_PER_FILE)
  )
});
