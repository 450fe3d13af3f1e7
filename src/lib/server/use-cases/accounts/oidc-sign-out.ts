import type { z } from 'zod';
import type { oidcSignOutSchema } from '#lib/contracts/oidc.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findMethodsOf } from '#lib/server/db/sessions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Whoever has signed in with the provider is still signed in there after signing out here: the next one at the device would come in by one
 * press. The provider asks the person itself whether to sign out. One that is away has nothing to offer.
 */
export async function getOidcSignOut(
  { pool, oidc }: Services,
  actor: PersonActor,
  sessionId: string
): Promise<z.output<typeof oidcSignOutSchema>> {
  const methods = await transaction(pool, actor, (tx) => findMethodsOf(tx, sessionId));
  if (oidc === undefined || !methods.includes('oidc')) return { url: null };
  try {
    return { url: await oidc.signOutUrl() };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { url: null };
    throw thrown;
  }
}
