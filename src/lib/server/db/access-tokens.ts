import { sql, type CommonQueryMethods } from 'slonik';
import { accessTokenSchema, type AccessToken } from '#lib/contracts/accounts.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { readPage } from './paging.ts';
import { sessionUser, type SessionUserRow } from './sessions.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, name, purpose, created_at, last_used_at, expires_at`;

export type NewAccessToken = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly purpose: AccessToken['purpose'];
  readonly sha256: string;
  readonly expiresAt: string | null;
};

export const insertAccessToken = (tx: Tx, token: NewAccessToken): Promise<AccessToken> =>
  tx.one(sql.type(accessTokenSchema)`
    INSERT INTO access_tokens (id, user_id, name, purpose, token_sha256, expires_at)
    VALUES (${token.id}, ${token.userId}, ${token.name}, ${token.purpose}, ${token.sha256}, ${token.expiresAt})
    RETURNING ${columns}`);

export const pageOfAccessTokens = (
  tx: Tx,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined }
): Promise<Page<AccessToken>> =>
  readPage(tx, {
    row: accessTokenSchema,
    columns,
    from: sql.fragment`access_tokens`,
    where: [sql.fragment`user_id = ${userId}`],
    id: sql.fragment`id`,
    sortKeys: { created_at: { expression: sql.fragment`created_at`, type: 'timestamptz' } },
    sort: '-created_at',
    limit: page.limit,
    cursor: page.cursor
  });

/** @returns its name; `null` if the person has no such token. */
export const deleteAccessToken = (tx: Tx, userId: string, id: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(accessTokenSchema.pick({ name: true }))`
    DELETE FROM access_tokens WHERE user_id = ${userId} AND id = ${id} RETURNING name`);

/** @returns what was deleted; `null` if the person has no calendar feed. */
export const deleteCalendarToken = (tx: Tx, userId: string): Promise<Pick<AccessToken, 'id' | 'name'> | null> =>
  tx.maybeOne(sql.type(accessTokenSchema.pick({ id: true, name: true }))`
    DELETE FROM access_tokens WHERE user_id = ${userId} AND purpose = 'calendar' RETURNING id, name`);

export async function deleteAccessTokensOf(db: CommonQueryMethods, userId: string): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM access_tokens WHERE user_id = ${userId}`);
}

export async function deleteAllAccessTokens(db: CommonQueryMethods): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM access_tokens`);
}

/** Deletes the token of the current call; does nothing for the id of a session. */
export async function deleteAccessTokenOfHash(db: CommonQueryMethods, sha256: string): Promise<void> {
  await db.query(sql.unsafe`DELETE FROM access_tokens WHERE token_sha256 = ${sha256}`);
}

/** The token's owner, with everything that a request needs about them; its use is recorded every few minutes. */
export async function useAccessToken(
  db: CommonQueryMethods,
  sha256: string,
  purpose: AccessToken['purpose']
): Promise<SessionUserRow | null> {
  const found = await db.maybeOne(sql.type(sessionUser)`
    SELECT u.id AS user_id, u.full_name, u.role, u.language, u.is_active, u.is_verified,
           (SELECT coalesce(json_agg(m), '[]') FROM memberships_of(u.id) m) AS memberships
    FROM access_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_sha256 = ${sha256} AND t.purpose = ${purpose} AND (t.expires_at IS NULL OR t.expires_at > now())`);
  if (found !== null) {
    await db.query(sql.unsafe`
      UPDATE access_tokens SET last_used_at = now()
      WHERE token_sha256 = ${sha256} AND (last_used_at IS NULL OR last_used_at < now() - interval '5 minutes')`);
  }
  return found;
}
