import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { SessionUser } from './sessions.ts';

/** The actor of a token. @throws Refusal `inactive`, `unverified` */
export function actorOfSession(user: SessionUser, requestId: string | null): PersonActor {
  if (!user.is_active) throw new Refusal('inactive', 'This account has been deactivated.');
  if (!user.is_verified) throw new Refusal('unverified', 'This account has not been verified yet.');
  return {
    kind: 'person',
    userId: user.id,
    fullName: user.full_name,
    role: user.role,
    language: user.language,
    memberships: new Map(user.memberships.map((membership) => [membership.organization_id, membership.role])),
    requestId
  };
}
