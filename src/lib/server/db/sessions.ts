import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { sessionSchema, type Session } from '#lib/contracts/accounts.ts';
import { globalRole, id, instant, languageSchema, organizationRole } from '#lib/contracts/primitives.ts';
import { signInMethod, type SignInMethod } from '#lib/contracts/second-factor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import type { Tx } from './transaction.ts';

/** 30 days, extended by use; or 12 hours, never extended. */
export type SessionKind = 'remembered' | 'brief';

const sessionRow = z.object({
  id: z.string(),
  user_id: id,
  expires_at: instant,
  last_used_at: instant,
  setup_only: z.boolean()
});
/** What a request needs to know about its caller. */
export const sessionUser = z.object({
  user_id: id,
  full_name: z.string(),
  role: globalRole,
  language: languageSchema,
  is_active: z.boolean(),
  is_verified: z.boolean(),
  memberships: z.array(z.object({ organization_id: id, role: organizationRole }))
});
export type SessionUserRow = z.infer<typeof sessionUser>;
const sessionWithUser = sessionRow.extend(sessionUser.shape);
export type SessionRow = z.infer<typeof sessionRow>;
export type SessionWithUser = z.infer<typeof sessionWithUser>;

/** A session with everything that a request needs to know about its user, in one query. */
export const findSession = (db: CommonQueryMethods, id: string, kind: SessionKind): Promise<SessionWithUser | null> =>
  db.maybeOne(sql.type(sessionWithUser)`
    SELECT s.id, s.user_id, s.expires_at, s.last_used_at, s.setup_only, u.full_name, u.role, u.language, u.is_active, u.is_verified,
           (SELECT coalesce(json_agg(m), '[]') FROM memberships_of(u.id) m) AS memberships
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${id} AND s.kind = ${kind}`);

export const listSessionsOf = (
  db: CommonQueryMethods,
  userId: string,
  kind: SessionKind
): Promise<readonly SessionRow[]> =>
  db.any(sql.type(sessionRow)`
    SELECT id, user_id, expires_at, last_used_at, setup_only FROM sessions WHERE user_id = ${userId} AND kind = ${kind}`);

/** A person's live sessions, newest first, by their public ids. @param currentId the caller's session */
export const pageOfSessions = (
  tx: Tx,
  person: { readonly userId: string; readonly currentId: string; readonly now: Date },
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<Session>> =>
  readPage(tx, {
    row: sessionSchema,
    columns: sql.fragment`public_id AS id, created_at, last_used_at, expires_at, user_agent, methods,
      id = ${person.currentId} AS is_current`,
    from: sql.fragment`sessions`,
    where: [sql.fragment`user_id = ${person.userId} AND expires_at > ${person.now.toISOString()}::timestamptz`],
    id: sql.fragment`public_id`,
    sortKeys: { created_at: { expression: sql.fragment`created_at`, type: 'timestamptz' } },
    sort: '-created_at',
    limit: page.limit,
    cursor: page.cursor
  });

/** @returns whether the person had such a session. */
export async function deleteSessionByPublicId(tx: Tx, userId: string, publicId: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    DELETE FROM sessions WHERE user_id = ${userId} AND public_id = ${publicId}`);
  return rowCount === 1;
}

export const isSession = (tx: Tx, id: string): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ found: z.boolean() }))`
    SELECT EXISTS (SELECT FROM sessions WHERE id = ${id}) AS found`);

export async function insertSession(
  db: CommonQueryMethods,
  session: {
    id: string;
    userId: string;
    expiresAt: string;
    kind: SessionKind;
    userAgent: string | null;
    methods: readonly SignInMethod[];
    setupOnly: boolean;
  }
): Promise<void> {
  await db.query(sql.unsafe`
    INSERT INTO sessions (id, user_id, expires_at, kind, user_agent, methods, setup_only)
    VALUES (${session.id}, ${session.userId}, ${session.expiresAt}, ${session.kind}, ${session.userAgent},
            ${sql.array([...session.methods], 'text')}, ${session.setupOnly})`);
}

/** The second factor that the session was begun for is set up: from here on it allows everything. */
export async function endSetup(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`UPDATE sessions SET setup_only = false WHERE id = ${id} AND setup_only`);
}

/** How the person signed in. */
export const findMethodsOf = async (tx: Tx, id: string): Promise<readonly SignInMethod[]> =>
  (await tx.maybeOneFirst(sql.type(z.object({ methods: z.array(signInMethod) }))`
    SELECT methods FROM sessions WHERE id = ${id}`)) ?? [];

/** The person has just proved who they are. @returns false for an access token, and for a session that has ended. */
export async function markProved(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`UPDATE sessions SET proved_at = now() WHERE id = ${id}`);
  return rowCount === 1;
}

/** Whether the person has proved who they are in the last `minutes`, by signing in or since. */
export const wasProved = (tx: Tx, id: string, minutes: number): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ proved: z.boolean() }))`
    SELECT EXISTS (
      SELECT FROM sessions WHERE id = ${id} AND proved_at > now() - ${minutes} * interval '1 minute') AS proved`);

/** Uses up that the person has proved who they are in the last `minutes`. @returns false if they have not, or it was used: of concurrent uses one wins */
export async function takeProof(tx: Tx, id: string, minutes: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE sessions SET proved_at = to_timestamp(0)
    WHERE id = ${id} AND proved_at > now() - ${minutes} * interval '1 minute'`);
  return rowCount === 1;
}

/** @param mostDays after which it ends whatever its use, counted from signing in. */
export async function prolongSession(
  db: CommonQueryMethods,
  id: string,
  expiresAt: string,
  mostDays: number
): Promise<void> {
  await db.query(sql.unsafe`
    UPDATE sessions SET expires_at = end_of_use
    FROM (SELECT least(${expiresAt}::timestamptz, created_at + ${mostDays} * interval '1 day') AS end_of_use
          FROM sessions WHERE id = ${id}) AS use
    WHERE id = ${id} AND expires_at < end_of_use`);
}

export async function touchSession(db: CommonQueryMethods, id: string): Promise<void> {
  await db.query(sql.unsafe`UPDATE sessions SET last_used_at = now() WHERE id = ${id}`);
}

export async function deleteSession(db: CommonQueryMethods, id: string): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM sessions WHERE id = ${id}`);
}

/** Ends all sessions of a user except `keepId`. */
export async function deleteSessionsOf(db: CommonQueryMethods, userId: string, keepId: string | null): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${keepId}`);
}

export async function deleteAllSessions(db: CommonQueryMethods): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM sessions`);
}

export async function deleteExpiredSessions(db: CommonQueryMethods): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM sessions WHERE expires_at < now()`);
}
