import type { GlobalRole } from '#lib/contracts/primitives.ts';
import { fold, matches, wordsOf } from '../text/plain-text.ts';
import { accountOf, stateOf, type AccountState, type PersonRecord } from './person-record.ts';

export type PeopleFilter = {
  readonly query: string;
  readonly role: GlobalRole | 'any';
  readonly state: AccountState | 'any';
};

/** People by name and address, role and state of their account, in the order given. A summary without a state counts as active. */
export function filterPeople(people: readonly PersonRecord[], { query, role, state }: PeopleFilter): PersonRecord[] {
  const words = wordsOf(query);
  return people.filter(
    (person) =>
      (role === 'any' || person.role === role) &&
      (state === 'any' || state === accountState(person)) &&
      matches(fold(`${person.full_name}\n${person.email ?? ''}`), words)
  );
}

/** How many accounts are in each state. */
export function countStates(people: readonly PersonRecord[]): Readonly<Record<AccountState, number>> {
  const counts = { active: 0, waiting: 0, inactive: 0 };
  for (const person of people) counts[accountState(person)] += 1;
  return counts;
}

function accountState(person: PersonRecord): AccountState {
  const account = accountOf(person);
  return account === null ? 'active' : stateOf(account);
}
