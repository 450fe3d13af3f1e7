/** Who is signed in, and their data in memory; set by the session, read by every view. */
import type { User } from '#lib/contracts/people.ts';
import type { DeviceLists } from './device-lists.svelte.ts';

let lists = $state.raw<DeviceLists | null>(null);
let user = $state.raw<User | null>(null);

export const current = {
  get lists(): DeviceLists | null {
    return lists;
  },
  set lists(next: DeviceLists | null) {
    lists = next;
  },
  get user(): User | null {
    return user;
  },
  set user(next: User | null) {
    user = next;
  }
};
