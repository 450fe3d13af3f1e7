import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '../table/list-table.ts';
import { accountOf, stateOf, type PersonRecord } from './person-record.ts';

/** People as the viewer may see them, for spreadsheets. */
export const peopleTable = (people: readonly PersonRecord[], say: Translate): ListTable => ({
  heads: ['frame.nav.person', 'auth.email', 'field.role', 'people.account'].map((key) => say(key)),
  rows: people.map((person) => {
    const account = accountOf(person);
    return [
      ...[person.full_name, person.email ?? null, say(`common.role.${person.role}`)],
      account && say(`people.state.${stateOf(account)}`)
    ];
  })
});
