import { findBackupState } from '#lib/server/db/backups.ts';
import { findSuperadmins } from '#lib/server/db/users.ts';
import type { FindNotices } from './notice.ts';

/** For every superadmin, if no backup has been written since then. */
export const backupFailed: FindNotices<'backup_failed'> = async (tx, { since }) => {
  const { backup_failing_since, backup_failure, backed_up_at } = await findBackupState(tx);
  if (backup_failing_since === null || Date.parse(backup_failing_since) !== Date.parse(since)) return [];
  return [
    {
      parameters: { reason: backup_failure ?? '', last_on: backed_up_at?.slice(0, 10) ?? null },
      eventKey: `backup_failed:${since}`,
      people: await findSuperadmins(tx),
      assetId: null,
      organizationId: null
    }
  ];
};
