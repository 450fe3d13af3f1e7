/** Sessions, and the only place that knows Lucia. */
import { createHash, randomBytes } from 'node:crypto';
import { Lucia, TimeSpan } from 'lucia';
import type { CommonQueryMethods } from 'slonik';
import type { SessionKind, SessionWithUser } from '#lib/server/db/sessions.ts';
import { deleteSessionsOf, touchSession } from '#lib/server/db/sessions.ts';
import { luciaAdapter } from './lucia-adapter.ts';

type UserAttributes = Omit<SessionWithUser, 'id' | 'user_id' | 'expires_at' | 'last_used_at'>;
type SessionAttributes = { readonly user_agent: string | null; readonly last_used_at: string | null };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

/** A signed-in user, as read with the session. */
export type SessionUser = UserAttributes & { readonly id: string };

const LIFETIME: Readonly<Record<SessionKind, TimeSpan>> = {
  remembered: new TimeSpan(30, 'd'),
  brief: new TimeSpan(12, 'h')
};
/** The token's beginning tells which Lucia to ask: one instance for both would lift a brief session to 30 days. */
const PREFIX: Readonly<Record<SessionKind, string>> = { remembered: 'plr_', brief: 'plb_' };
const TOUCH_AFTER_MS = 5 * 60_000;

const luciaFor = (db: CommonQueryMethods, kind: SessionKind): Lucia<SessionAttributes, UserAttributes> =>
  new Lucia(luciaAdapter(db, kind), {
    sessionExpiresIn: LIFETIME[kind],
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: (attributes) => attributes
  });

const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns the bearer token; only its SHA-256 is stored, as the session's id. */
export async function startSession(
  db: CommonQueryMethods,
  userId: string,
  { kind, userAgent }: { kind: SessionKind; userAgent: string | null }
): Promise<string> {
  const token = PREFIX[kind] + randomBytes(32).toString('base64url');
  const attributes = { user_agent: userAgent?.slice(0, 500) ?? null, last_used_at: null };
  await luciaFor(db, kind).createSession(userId, attributes, { sessionId: sessionIdOf(token) });
  return token;
}

/** The live session of a token; `null` for one that is unknown, expired or ended. A remembered one is prolonged by use. */
export async function findSessionOf(
  db: CommonQueryMethods,
  token: string
): Promise<{ readonly sessionId: string; readonly user: SessionUser } | null> {
  const kind = (['remembered', 'brief'] as const).find((candidate) => token.startsWith(PREFIX[candidate]));
  if (!kind) return null;
  const { session, user } = await luciaFor(db, kind).validateSession(sessionIdOf(token));
  if (!session) return null;
  const used = session.last_used_at === null ? 0 : Date.parse(session.last_used_at);
  if (Date.now() - used > TOUCH_AFTER_MS) await touchSession(db, session.id);
  return { sessionId: session.id, user };
}

/** The token of the session is dead at once. */
export const endSession = (db: CommonQueryMethods, sessionId: string): Promise<void> =>
  luciaFor(db, 'remembered').invalidateSession(sessionId);

/** Ends every session of a user, except the one that asks for it. */
export const endSessionsOf = (db: CommonQueryMethods, userId: string, keepSessionId: string | null): Promise<void> =>
  deleteSessionsOf(db, userId, keepSessionId);
