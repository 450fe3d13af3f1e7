import type { z } from 'zod';
import type { oidcPathBody } from '#lib/contracts/oidc.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { listIdentitiesOf } from '#lib/server/db/identities.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { holdFreshSession, holdSession } from './hold-session.ts';
import { beginRound, requireOidc, type OidcStep } from './oidc-round.ts';
import { ownPath } from './own-path.ts';

type Body = z.output<typeof oidcPathBody>;

/** Begins to link the caller's account with an identity. @throws Refusal `forbidden`, `proof_required`, `not_found`, `oidc_unavailable` */
export async function beginIdentity(
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { next }: Body
): Promise<OidcStep> {
  requireOidc(services);
  await transaction(services.pool, actor, (tx) => holdFreshSession(tx, sessionId));
  const path = ownPath(next, services.origin, '/profile/security');
  return beginRound(services, { for: 'link', next: path, userId: actor.userId, sessionId });
}

/** Begins to prove by signing in at the provider again who uses the session. @throws Refusal `forbidden`, `not_found`, `oidc_unavailable` */
export async function beginOidcProof(
  services: Services,
  actor: PersonActor,
  sessionId: string,
  { next }: Body
): Promise<OidcStep> {
  requireOidc(services);
  await transaction(services.pool, actor, async (tx) => {
    await holdSession(tx, sessionId);
    if ((await listIdentitiesOf(tx, actor.userId)).length > 0) return;
    throw new Refusal('not_found', 'Your account is not linked with the identity provider.');
  });
  const path = ownPath(next, services.origin, '/');
  return beginRound(services, { for: 'proof', next: path, userId: actor.userId, sessionId });
}
