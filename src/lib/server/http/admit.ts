import type { Operation } from '#lib/contracts/operation.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { hasRole } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { actorOfSession } from '#lib/server/auth/actor-of-session.ts';
import { findAndRememberSession, recentSession } from '#lib/server/auth/recent-sessions.ts';
import { setupRequired } from '#lib/server/auth/setup-required.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Whether the session may be one that was found a moment ago: only for reading in a transaction, which checks it again. */
export type Freshness = 'recent' | 'now';

/** The caller and their session. */
export type Admitted = { readonly actor: PersonActor; readonly sessionId: string };

/**
 * Decides only from the bearer token whether the caller may use an operation. @returns `null` for public operations,
 * whose callers are anonymous even if they send a token.
 * @throws Refusal `not_authenticated`, `inactive`, `unverified`, `second_factor_setup_required`, `forbidden`.
 */
export async function admit(
  { pool }: Services,
  request: Request,
  { access, duringSetup }: Pick<Operation, 'access' | 'duringSetup'>,
  requestId: string | null,
  freshness: Freshness = 'now'
): Promise<Admitted | null> {
  if (access === 'public') return null;
  const token = bearerToken(request);
  const recent = token !== null && freshness === 'recent' ? recentSession(pool, token) : null;
  if (recent !== null) {
    const actor = { ...actorOfSession(recent.user, requestId), sessionId: recent.sessionId, remembered: true as const };
    // Who has been given the role a moment ago is not refused.
    if (access === 'user' || hasRole(actor, access)) return { actor, sessionId: recent.sessionId };
  }
  const found = token === null ? null : await findAndRememberSession(pool, token);
  if (!found) throw new Refusal('not_authenticated', 'Sign in: the request has no valid token.');
  const actor = { ...actorOfSession(found.user, requestId), sessionId: found.sessionId };
  if (found.setupOnly && !duringSetup) throw setupRequired();
  if (access !== 'user' && !hasRole(actor, access)) {
    throw new Refusal('forbidden', `This needs the role ${access} or higher; yours is ${actor.role}.`);
  }
  return { actor, sessionId: found.sessionId };
}

function bearerToken(request: Request): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '');
  return match?.[1] ?? null;
}
