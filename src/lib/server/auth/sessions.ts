/** Sessions; the only user of Lucia. */
import { createHash, randomBytes } from 'node:crypto';
import { Lucia, TimeSpan } from 'lucia';
import type { CommonQueryMethods } from 'slonik';
import {
  deleteAccessTokenOfHash,
  deleteAccessTokensOf,
  deleteAllAccessTokens,
  useAccessToken
} from '#lib/server/db/access-tokens.ts';
import type { SignInMethod } from '#lib/contracts/second-factor.ts';
import type { SessionKind, SessionWithUser } from '#lib/server/db/sessions.ts';
import { deleteAllSessions, deleteSessionsOf, touchSession } from '#lib/server/db/sessions.ts';
import { luciaAdapter } from './lucia-adapter.ts';

type UserAttributes = Omit<SessionWithUser, 'id' | 'user_id' | 'expires_at' | 'last_used_at' | 'setup_only'>;
type SessionAttributes = {
  readonly user_agent: string | null;
  readonly methods: readonly SignInMethod[];
  readonly last_used_at: string | null;
  readonly setup_only: boolean;
};

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseUserAttributes: UserAttributes;
    DatabaseSessionAttributes: SessionAttributes;
  }
}

/** A signed-in user, as read with the session. */
export type SessionUser = UserAttributes & { readonly id: string };

/** The session of a token. @property setupOnly it allows nothing but setting up a second factor */
export type SessionOf = { readonly sessionId: string; readonly user: SessionUser; readonly setupOnly: boolean };

const LIFETIME: Readonly<Record<SessionKind, TimeSpan>> = {
  remembered: new TimeSpan(30, 'd'),
  brief: new TimeSpan(12, 'h')
};
/** The token's prefix selects the Lucia instance: a single one would extend a brief session to 30 days. */
const PREFIX: Readonly<Record<SessionKind, string>> = { remembered: 'plr_', brief: 'plb_' };
/** Named tokens of programs are not sessions, so they are never extended or listed among the devices. */
export const ACCESS_TOKEN_PREFIX = 'pla_';
/** In the address of a calendar feed; valid for nothing else. */
export const CALENDAR_TOKEN_PREFIX = 'plc_';
const TOUCH_AFTER_MS = 5 * 60_000;

const luciaFor = (db: CommonQueryMethods, kind: SessionKind): Lucia<SessionAttributes, UserAttributes> =>
  new Lucia(luciaAdapter(db, kind), {
    sessionExpiresIn: LIFETIME[kind],
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: (attributes) => attributes
  });

/** The stored form of a token: its SHA-256, hex. */
export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** @returns the bearer token; only its SHA-256 is stored, as the session's id. */
export async function startSession(
  db: CommonQueryMethods,
  userId: string,
  {
    kind,
    userAgent,
    methods = [],
    setupOnly = false
  }: {
    kind: SessionKind;
    userAgent: string | null;
    methods?: readonly SignInMethod[];
    /** It allows nothing but setting up a second factor. */
    setupOnly?: boolean;
  }
): Promise<string> {
  const token = PREFIX[kind] + randomBytes(32).toString('base64url');
  const attributes = {
    user_agent: userAgent?.slice(0, 500) ?? null,
    methods,
    last_used_at: null,
    setup_only: setupOnly
  };
  await luciaFor(db, kind).createSession(userId, attributes, { sessionId: sessionIdOf(token) });
  return token;
}

/**
 * The live session of a token; `null` for one that is unknown, expired or ended. A remembered one is extended by use.
 * An access token counts as a separate session, which is not in the list of sessions.
 */
export async function findSessionOf(db: CommonQueryMethods, token: string): Promise<SessionOf | null> {
  if (token.startsWith(ACCESS_TOKEN_PREFIX)) return findByToken(db, token, 'api');
  const kind = (['remembered', 'brief'] as const).find((candidate) => token.startsWith(PREFIX[candidate]));
  if (!kind) return null;
  const { session, user } = await luciaFor(db, kind).validateSession(sessionIdOf(token));
  if (!session) return null;
  const used = session.last_used_at === null ? 0 : Date.parse(session.last_used_at);
  if (Date.now() - used > TOUCH_AFTER_MS) await touchSession(db, session.id);
  return { sessionId: session.id, user, setupOnly: session.setup_only };
}

/** The owner of the calendar feed of a token; `null` for any other token, and for a revoked one. */
export const findFeedReader = async (db: CommonQueryMethods, token: string): Promise<SessionUser | null> =>
  token.startsWith(CALENDAR_TOKEN_PREFIX) ? ((await findByToken(db, token, 'calendar'))?.user ?? null) : null;

async function findByToken(db: CommonQueryMethods, token: string, purpose: 'api' | 'calendar') {
  const sessionId = sessionIdOf(token);
  const found = await useAccessToken(db, sessionId, purpose);
  if (found === null) return null;
  const { user_id, ...attributes } = found;
  return { sessionId, user: { id: user_id, ...attributes }, setupOnly: false };
}

/** Invalidates the session's token or the access token immediately. */
export async function endSession(db: CommonQueryMethods, sessionId: string): Promise<void> {
  await luciaFor(db, 'remembered').invalidateSession(sessionId);
  await deleteAccessTokenOfHash(db, sessionId);
}

/** Signs everyone out, including programs. */
export async function endEverySession(db: CommonQueryMethods): Promise<void> {
  await deleteAllSessions(db);
  await deleteAllAccessTokens(db);
}

/** Ends all sessions and access tokens of a user, except the session of this request. */
export async function endSessionsOf(
  db: CommonQueryMethods,
  userId: string,
  keepSessionId: string | null
): Promise<void> {
  await deleteSessionsOf(db, userId, keepSessionId);
  await deleteAccessTokensOf(db, userId);
}
