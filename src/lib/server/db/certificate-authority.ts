import { sql } from 'slonik';
import { z } from 'zod';
import { id, instant } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const authority = z.object({
  id,
  certificate_pem: z.string(),
  wrapped_private_key: z.string(),
  not_before: instant,
  not_after: instant
});
/** This installation's own certification authority; only for the server. */
export type StoredAuthority = z.infer<typeof authority>;

const columns = sql.fragment`id, certificate_pem, wrapped_private_key, not_before, not_after`;

/** The authority that issues now. */
export const findCurrentAuthority = (tx: Tx): Promise<StoredAuthority | null> =>
  tx.maybeOne(sql.type(authority)`
    SELECT ${columns} FROM signing_certificates WHERE kind = 'authority' AND is_current`);

const anyAuthority = authority.extend({ wrapped_private_key: z.string().nullable() });

/** One by its id, also a former one; its key is null once it was deleted. */
export const findAuthority = (tx: Tx, authorityId: string): Promise<z.infer<typeof anyAuthority> | null> =>
  tx.maybeOne(sql.type(anyAuthority)`
    SELECT ${columns} FROM signing_certificates WHERE kind = 'authority' AND id = ${authorityId}`);

/** Stores an authority in place of `before`, unless a concurrent one was stored first. */
export async function offerAuthority(
  tx: Tx,
  before: StoredAuthority | null,
  made: StoredAuthority & {
    readonly algorithm: string;
    readonly fingerprint_sha256: string;
  }
): Promise<void> {
  if (before) {
    await tx.query(sql.unsafe`
      UPDATE signing_certificates SET is_current = false WHERE id = ${before.id} AND is_current`);
  }
  await tx.query(sql.unsafe`
    INSERT INTO signing_certificates
      (id, kind, certificate_pem, wrapped_private_key, algorithm, fingerprint_sha256, not_before, not_after)
    VALUES (${made.id}, 'authority', ${made.certificate_pem}, ${made.wrapped_private_key}, ${made.algorithm},
            ${made.fingerprint_sha256}, ${made.not_before}, ${made.not_after})
    ON CONFLICT DO NOTHING`);
}

const revoked = z.object({ certificate_pem: z.string(), revoked_at: instant });

/** What an authority has revoked, oldest first. */
export const findRevoked = (tx: Tx, authorityId: string): Promise<readonly z.infer<typeof revoked>[]> =>
  tx.any(sql.type(revoked)`
    SELECT certificate_pem, revoked_at FROM signing_certificates
    WHERE authority_id = ${authorityId} AND revoked_at IS NOT NULL ORDER BY revoked_at, id`);

/** An authority of this installation whose key is still here, by its SHA-256 in lower-case hex; `null` if it is none. */
export const findAuthorityByFingerprint = (tx: Tx, fingerprint: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ id }))`
    SELECT id FROM signing_certificates
    WHERE kind = 'authority' AND fingerprint_sha256 = ${fingerprint} AND wrapped_private_key IS NOT NULL`);
