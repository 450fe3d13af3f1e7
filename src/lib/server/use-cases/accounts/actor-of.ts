import type { User } from '#lib/contracts/people.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';

/** A person who acts without a session: with a mailed token, or by registering. Memberships are not loaded. */
export const actorOf = (user: User, requestId: string | null): PersonActor => ({
  kind: 'person',
  userId: user.id,
  fullName: user.full_name,
  role: user.role,
  language: user.language,
  memberships: new Map(),
  requestId
});
