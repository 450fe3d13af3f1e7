import type { PersonActor } from '#lib/laboratory/actor.ts';
import { liveMemberships } from '#lib/client/state/collections.svelte.ts';
import { session } from '#lib/client/session/session.svelte.ts';

/**
 * The signed-in person as the rules of the laboratory know them, so that screens offer what the server would allow. Call
 * inside component initialisation; null before sign-in.
 */
export function acting(): { readonly person: PersonActor | null } {
  const memberships = liveMemberships();
  const person = $derived.by((): PersonActor | null => {
    const { user } = session;
    if (!user) return null;
    const own = memberships.all.filter((membership) => membership.user.id === user.id);
    return {
      kind: 'person',
      userId: user.id,
      fullName: user.full_name,
      role: user.role,
      language: user.language,
      memberships: new Map(own.map(({ organization_id, role }) => [organization_id, role])),
      requestId: null
    };
  });
  return {
    get person() {
      return person;
    }
  };
}
