import { findSuperadmins, findUser } from '#lib/server/db/users.ts';
import type { FindNotices } from './notice.ts';

/** For every superadmin but the one who changed the mail settings. */
export const mailSettingsChanged: FindNotices<'mail_settings_changed'> = async (
  tx,
  { change_id, changed_by, host }
) => [
  {
    parameters: { person: (await findUser(tx, changed_by))?.full_name ?? '', host },
    eventKey: `mail_settings_changed:${change_id}`,
    people: (await findSuperadmins(tx)).filter((id) => id !== changed_by),
    assetId: null,
    organizationId: null
  }
];
