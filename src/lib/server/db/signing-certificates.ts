import { sql } from 'slonik';
import { z } from 'zod';
import { id, instant } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const stored = z.object({
  id,
  certificate_pem: z.string(),
  wrapped_private_key: z.string(),
  algorithm: z.string(),
  fingerprint_sha256: z.string(),
  not_before: instant,
  not_after: instant
});
/** A signing certificate with its wrapped key; only for the server (its row is visible only to the system). */
export type StoredSigningCertificate = z.infer<typeof stored>;

const columns = sql.fragment`id, certificate_pem, wrapped_private_key, algorithm, fingerprint_sha256, not_before, not_after`;

/** The certificate that an organization signs with now; `null` for the instance's own. */
export const findCurrentSigningCertificate = (
  tx: Tx,
  organizationId: string | null
): Promise<StoredSigningCertificate | null> =>
  tx.maybeOne(sql.type(stored)`
    SELECT ${columns} FROM signing_certificates
    WHERE coalesce(organization_id, nobody()) = coalesce(${organizationId}::uuid, nobody()) AND is_current`);

/** One by its id, also one that was retired; `null` if its key has been deleted. */
export const findSigningCertificate = (tx: Tx, certificateId: string): Promise<StoredSigningCertificate | null> =>
  tx.maybeOne(sql.type(stored)`
    SELECT ${columns} FROM signing_certificates WHERE id = ${certificateId} AND wrapped_private_key IS NOT NULL`);

/** Retires a certificate that is about to be replaced; it is kept to verify earlier signatures. */
export async function retireSigningCertificate(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`UPDATE signing_certificates SET is_current = false WHERE id = ${id} AND is_current`);
}

/** Stores a certificate unless a concurrent one was stored first: an owner has one current certificate. */
export async function offerSigningCertificate(
  tx: Tx,
  organizationId: string | null,
  certificate: StoredSigningCertificate
): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO signing_certificates
      (id, organization_id, certificate_pem, wrapped_private_key, algorithm, fingerprint_sha256, not_before, not_after)
    VALUES (${certificate.id}, ${organizationId}, ${certificate.certificate_pem}, ${certificate.wrapped_private_key},
            ${certificate.algorithm}, ${certificate.fingerprint_sha256}, ${certificate.not_before}, ${certificate.not_after})
    ON CONFLICT DO NOTHING`);
}

/** Whether a certificate of that fingerprint (SHA-256, lower-case hex) ever signed for an organization here or for the instance. */
export const isOwnSigner = (tx: Tx, fingerprint: string): Promise<boolean> =>
  tx.exists(sql.unsafe`SELECT FROM signing_certificates WHERE fingerprint_sha256 = ${fingerprint}`);

const wrapped = z.object({ id, organization_id: id.nullable(), wrapped_private_key: z.string() });
/** A stored private key and its owner; `null` for the instance's own. */
export type WrappedKey = z.infer<typeof wrapped>;

/** All of them, including those of retired certificates. */
export const findWrappedKeys = (tx: Tx): Promise<readonly WrappedKey[]> =>
  tx.any(sql.type(wrapped)`
    SELECT id, organization_id, wrapped_private_key FROM signing_certificates
    WHERE wrapped_private_key IS NOT NULL ORDER BY id`);

/** Deletes every private key; the certificates stay. @returns how many there were */
export async function forgetWrappedKeys(tx: Tx): Promise<number> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE signing_certificates SET wrapped_private_key = NULL, is_current = false WHERE wrapped_private_key IS NOT NULL`);
  return rowCount;
}

/** @returns whether it was still unchanged. */
export async function replaceWrappedKey(
  tx: Tx,
  { id, wrapped_private_key }: WrappedKey,
  next: string
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE signing_certificates SET wrapped_private_key = ${next}
    WHERE id = ${id} AND wrapped_private_key = ${wrapped_private_key}`);
  return rowCount === 1;
}
