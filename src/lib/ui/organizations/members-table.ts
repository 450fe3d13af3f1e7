import type { Member } from '#lib/contracts/organizations.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '../table/list-table.ts';

/** Who belongs to an organization, for spreadsheets. */
export const membersTable = (members: readonly Member[], say: Translate): ListTable => ({
  heads: ['frame.nav.person', 'organizations.add.role', 'field.may_release', 'organizations.member_since'].map((key) =>
    say(key)
  ),
  rows: members.map(({ user, role, may_release, since }) => [
    ...[user.full_name, say(`organizations.role.${role}`)],
    ...[may_release ? say('field.may_release') : null, since.slice(0, 10)]
  ])
});
