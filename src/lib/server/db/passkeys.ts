import { sql } from 'slonik';
import { z } from 'zod';
import { passkeySchema, type Passkey } from '#lib/contracts/passkeys.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const knownCredential = z.object({ credential_id: z.string(), transports: z.array(z.string()) });
const credentialRow = knownCredential.extend({
  id,
  user_id: id,
  public_key: z.string(),
  sign_count: z.coerce.number(),
  is_synced: z.boolean()
});
/** How a browser finds a passkey. */
export type KnownCredential = Readonly<z.infer<typeof knownCredential>>;
export type CredentialRow = Readonly<z.infer<typeof credentialRow>>;

const columns = sql.fragment`id, name, is_synced, created_at, last_used_at`;

export const listPasskeysOf = (tx: Tx, userId: string): Promise<readonly Passkey[]> =>
  tx.any(sql.type(passkeySchema)`
    SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`);

export const findCredentialsOf = (tx: Tx, userId: string): Promise<readonly KnownCredential[]> =>
  tx.any(sql.type(knownCredential)`
    SELECT credential_id, transports FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`);

/** Whose it is, before anybody has proved to have it. */
export const findOwnerOfCredential = (tx: Tx, credentialId: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ user_id: id }))`
    SELECT user_id FROM passkeys WHERE credential_id = ${credentialId}`);

/** Uses of the same passkey take turns: its counter only grows. */
export const lockCredential = (tx: Tx, credentialId: string): Promise<CredentialRow | null> =>
  tx.maybeOne(sql.type(credentialRow)`
    SELECT id, user_id, credential_id, public_key, sign_count, transports, is_synced
    FROM passkeys WHERE credential_id = ${credentialId} FOR UPDATE`);

/** @returns null if the credential is known already, as this person's or another's */
export const insertPasskey = (tx: Tx, row: CredentialRow & { readonly name: string }): Promise<Passkey | null> =>
  tx.maybeOne(sql.type(passkeySchema)`
    INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, is_synced)
    VALUES (${row.id}, ${row.user_id}, ${row.credential_id}, ${row.public_key}, ${row.sign_count},
            ${sql.array([...row.transports], 'text')}, ${row.name}, ${row.is_synced})
    ON CONFLICT (credential_id) DO NOTHING
    RETURNING ${columns}`);

export async function markPasskeyUsed(
  tx: Tx,
  id: string,
  { sign_count, is_synced }: Pick<CredentialRow, 'sign_count' | 'is_synced'>
): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE passkeys SET sign_count = ${sign_count}, is_synced = ${is_synced}, last_used_at = now() WHERE id = ${id}`);
}

export const renamePasskey = (tx: Tx, userId: string, id: string, name: string): Promise<Passkey | null> =>
  tx.maybeOne(sql.type(passkeySchema)`
    UPDATE passkeys SET name = ${name} WHERE user_id = ${userId} AND id = ${id} RETURNING ${columns}`);

/** @returns its name; null if there was none */
export const deletePasskeyRow = (tx: Tx, userId: string, id: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ name: z.string() }))`
    DELETE FROM passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING name`);

/** Uses a challenge up. @returns false if it was used before: of concurrent uses one wins */
export async function takePasskeyChallenge(tx: Tx, sha256: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO used_passkey_challenges (challenge_sha256, expires_at)
    VALUES (${sha256}, ${expiresAt.toISOString()}::timestamptz) ON CONFLICT (challenge_sha256) DO NOTHING`);
  return rowCount === 1;
}
