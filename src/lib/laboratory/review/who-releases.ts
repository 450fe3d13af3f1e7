import type { Member } from '#lib/contracts/organizations.ts';

type Known = Pick<Member, 'may_release'> & { readonly user: Pick<Member['user'], 'id' | 'full_name' | 'role'> };

/** Members who can release certificates: they have the right, and their role lets them use it. */
export const whoReleases = <M extends Known>(members: readonly M[]): readonly M[] =>
  members.filter(({ may_release, user }) => may_release && user.role !== 'viewer');
