import { sql } from 'slonik';
import { z } from 'zod';
import { identitySchema, type Identity } from '#lib/contracts/oidc.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

/** Who somebody is for an identity provider. */
export type Subject = { readonly issuer: string; readonly subject: string };

const columns = sql.fragment`id, issuer, email, created_at, last_used_at`;

export const listIdentitiesOf = (tx: Tx, userId: string): Promise<readonly Identity[]> =>
  tx.any(sql.type(identitySchema)`
    SELECT ${columns} FROM identities WHERE user_id = ${userId} ORDER BY created_at, id`);

export const findOwnerOfIdentity = (tx: Tx, { issuer, subject }: Subject): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ user_id: id }))`
    SELECT user_id FROM identities WHERE issuer = ${issuer} AND subject = ${subject}`);

/** @returns null if the identity is somebody's already, or the person has another one of the same issuer */
export const insertIdentity = (
  tx: Tx,
  row: Subject & { readonly id: string; readonly user_id: string; readonly email: string | null }
): Promise<Identity | null> =>
  tx.maybeOne(sql.type(identitySchema)`
    INSERT INTO identities (id, user_id, issuer, subject, email)
    VALUES (${row.id}, ${row.user_id}, ${row.issuer}, ${row.subject}, ${row.email})
    ON CONFLICT DO NOTHING RETURNING ${columns}`);

export async function markIdentityUsed(tx: Tx, { issuer, subject }: Subject, email: string | null): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE identities SET last_used_at = now(), email = coalesce(${email}, email)
    WHERE issuer = ${issuer} AND subject = ${subject}`);
}

/** @returns whether the person had it */
export async function deleteIdentityRow(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`DELETE FROM identities WHERE user_id = ${userId} AND id = ${id}`);
  return rowCount === 1;
}

/** Uses up what a browser was given. @param sha256 hex @returns false if it was used before: of concurrent uses one wins */
export async function takeSignInTicket(tx: Tx, sha256: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO used_sign_in_tickets (ticket_sha256, expires_at) VALUES (${sha256}, ${expiresAt.toISOString()})
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}
