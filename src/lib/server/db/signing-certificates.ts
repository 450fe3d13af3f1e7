import { sql } from 'slonik';
import { z } from 'zod';
import { id, instant } from '#lib/contracts/primitives.ts';
import { SIGNING_CERTIFICATE_KINDS } from '#lib/records/signing-certificates.ts';
import type { Tx } from './transaction.ts';

const stored = z.object({
  id,
  kind: z.enum(SIGNING_CERTIFICATE_KINDS),
  certificate_pem: z.string(),
  chain_pem: z.string(),
  wrapped_private_key: z.string(),
  authority_id: id.nullable(),
  algorithm: z.string(),
  fingerprint_sha256: z.string(),
  not_before: instant,
  not_after: instant
});
/** A signing certificate with its wrapped key; only for the server (its row is visible only to the system). */
export type StoredSigningCertificate = z.infer<typeof stored>;

const columns = sql.fragment`id, kind, certificate_pem, chain_pem, wrapped_private_key, authority_id, algorithm, fingerprint_sha256, not_before, not_after`;

/** The certificate that an organization signs with now; `null` for the instance's own. */
export const findCurrentSigningCertificate = (
  tx: Tx,
  organizationId: string | null
): Promise<StoredSigningCertificate | null> =>
  tx.maybeOne(sql.type(stored)`
    SELECT ${columns} FROM signing_certificates
    WHERE coalesce(organization_id, nobody()) = coalesce(${organizationId}::uuid, nobody()) AND is_current AND kind <> 'authority'`);

/** One by its id, also one that was retired; `null` if its key has been deleted. */
export const findSigningCertificate = (tx: Tx, certificateId: string): Promise<StoredSigningCertificate | null> =>
  tx.maybeOne(sql.type(stored)`
    SELECT ${columns} FROM signing_certificates
    WHERE id = ${certificateId} AND wrapped_private_key IS NOT NULL AND kind <> 'authority'`);

/** Whether a file that it signs now can be verified: it has neither expired nor been revoked. */
export const isGoodForSigning = (tx: Tx, certificateId: string, now: Date): Promise<boolean> =>
  tx.exists(sql.unsafe`
    SELECT FROM signing_certificates WHERE id = ${certificateId} AND revoked_at IS NULL AND not_after > ${now.toISOString()}`);

/** Retires a certificate that is about to be replaced; it is kept to verify earlier signatures. */
export async function retireSigningCertificate(tx: Tx, id: string): Promise<void> {
  await tx.query(sql.unsafe`UPDATE signing_certificates SET is_current = false WHERE id = ${id} AND is_current`);
}

/** Retires a certificate of this installation's authority and puts it on the authority's list from `at` on. */
export async function revokeSigningCertificate(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE signing_certificates SET is_current = false, revoked_at = ${at.toISOString()}
    WHERE id = ${id} AND kind = 'issued_here' AND revoked_at IS NULL`);
}

/** Stores a certificate unless a concurrent one was stored first: an owner has one current certificate. */
export async function offerSigningCertificate(
  tx: Tx,
  organizationId: string | null,
  certificate: StoredSigningCertificate
): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO signing_certificates
      (id, organization_id, kind, certificate_pem, chain_pem, wrapped_private_key, authority_id, algorithm, fingerprint_sha256, not_before, not_after)
    VALUES (${certificate.id}, ${organizationId}, ${certificate.kind}, ${certificate.certificate_pem}, ${certificate.chain_pem},
            ${certificate.wrapped_private_key}, ${certificate.authority_id}, ${certificate.algorithm},
            ${certificate.fingerprint_sha256}, ${certificate.not_before}, ${certificate.not_after})
    ON CONFLICT DO NOTHING`);
}

/** The certificate of an organization with that fingerprint, current or put aside. */
export const findOwnByFingerprint = (tx: Tx, organizationId: string, fingerprint: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(z.object({ id }))`
    SELECT id FROM signing_certificates WHERE organization_id = ${organizationId} AND fingerprint_sha256 = ${fingerprint}`);

/** Makes a certificate that was put aside the current one again, with the key and the chain as they were imported now. */
export async function takeUpSigningCertificate(tx: Tx, certificate: StoredSigningCertificate): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE signing_certificates
    SET is_current = true, kind = ${certificate.kind}, chain_pem = ${certificate.chain_pem},
        wrapped_private_key = ${certificate.wrapped_private_key}
    WHERE id = ${certificate.id}`);
}

const known = z.object({
  kind: z.enum([...SIGNING_CERTIFICATE_KINDS, 'authority']),
  organization_id: id.nullable(),
  fingerprint_sha256: z.string(),
  chain_pem: z.string()
});

/**
 * Those of the fingerprints (SHA-256, lower-case hex) that belong to a certificate which ever signed for an organization here or for the
 * instance, or to an authority of this installation.
 */
export const findKnownCertificates = (
  tx: Tx,
  fingerprints: readonly string[]
): Promise<readonly z.infer<typeof known>[]> =>
  tx.any(sql.type(known)`
    SELECT kind, organization_id, fingerprint_sha256, chain_pem FROM signing_certificates
    WHERE fingerprint_sha256 = ANY(${sql.array([...fingerprints], 'text')})`);

const expiring = z.object({ id, organization_id: id, organization: z.string(), not_after: instant });
const EXPIRING = sql.fragment`
  SELECT s.id, s.organization_id, o.name AS organization, s.not_after
  FROM signing_certificates s JOIN organizations o ON o.id = s.organization_id AND o.is_active
  WHERE s.is_current AND s.kind = 'imported'`;

/** The imported certificates in use that expire before `day`. */
export const findExpiring = (tx: Tx, day: Date): Promise<readonly z.infer<typeof expiring>[]> =>
  tx.any(sql.type(expiring)`${EXPIRING} AND s.not_after < ${day.toISOString()} ORDER BY s.id`);

/** One of them, if it is still in use. */
export const findImportedInUse = (tx: Tx, certificateId: string): Promise<z.infer<typeof expiring> | null> =>
  tx.maybeOne(sql.type(expiring)`${EXPIRING} AND s.id = ${certificateId}`);

const wrapped = z.object({ id, organization_id: id.nullable(), wrapped_private_key: z.string() });
/** A stored private key and its owner; `null` for the instance's own. */
export type WrappedKey = z.infer<typeof wrapped>;

/** All of them, including those of retired certificates and of authorities. */
export const findWrappedKeys = (tx: Tx): Promise<readonly WrappedKey[]> =>
  tx.any(sql.type(wrapped)`
    SELECT id, organization_id, wrapped_private_key FROM signing_certificates
    WHERE wrapped_private_key IS NOT NULL ORDER BY id`);

/** Deletes every private key; the certificates stay. @returns how many there were, without those of authorities */
export async function forgetWrappedKeys(tx: Tx): Promise<number> {
  const kinds = await tx.anyFirst(sql.type(z.object({ kind: z.string() }))`
    UPDATE signing_certificates SET wrapped_private_key = NULL, is_current = false WHERE wrapped_private_key IS NOT NULL
    RETURNING kind`);
  return kinds.filter((kind) => kind !== 'authority').length;
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
