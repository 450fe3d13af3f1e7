import type { User, UserSummary } from '#lib/contracts/people.ts';

/** A person as the viewer may see them: the whole record for oneself and for admins, else a summary. */
export type PersonRecord = UserSummary | User;

/** The account's own fields, where the viewer may see them. */
export const accountOf = (person: PersonRecord): User | null => ('is_active' in person ? person : null);

/** What keeps an account from signing in: deactivated before waiting, for activation brings both. */
export type AccountState = 'active' | 'waiting' | 'inactive';

export const stateOf = ({ is_active, is_verified }: Pick<User, 'is_active' | 'is_verified'>): AccountState =>
  !is_active ? 'inactive' : is_verified ? 'active' : 'waiting';
