import { X509Certificate } from 'node:crypto';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { writeRevocationList } from '#lib/server/certificates/revocation-list.ts';
import { unwrapPrivateKey } from '#lib/server/certificates/signing-keys.ts';
import { findAuthority, findRevoked } from '#lib/server/db/certificate-authority.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** The certificate of this installation's authority, in DER, for anybody. @throws Refusal `not_found` */
export async function getAuthorityCertificate({ pool }: Services, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = await transaction(pool, SYSTEM, (tx) => findAuthority(tx, id));
  if (found === null) throw unknown();
  return new Uint8Array(new X509Certificate(found.certificate_pem).raw);
}

/**
 * The list of the certificates that this installation's authority has revoked, in DER, for anybody.
 * @throws Refusal `not_found`, also for an authority whose key was deleted with a lost SECRET_KEY: it cannot sign a list any more
 */
export async function getRevocationList(services: Services, id: string): Promise<Uint8Array<ArrayBuffer>> {
  const { found, revoked } = await transaction(services.pool, SYSTEM, async (tx) => ({
    found: await findAuthority(tx, id),
    revoked: await findRevoked(tx, id)
  }));
  if (found?.wrapped_private_key == null) throw unknown();
  const authority = {
    certificatePem: found.certificate_pem,
    privateKeyPem: unwrapPrivateKey(found.wrapped_private_key, services, null)
  };
  const entries = revoked.map(({ certificate_pem, revoked_at }) => ({
    certificatePem: certificate_pem,
    at: new Date(revoked_at)
  }));
  return new Uint8Array(writeRevocationList(authority, entries, services.now()));
}

const unknown = () => new Refusal('not_found', 'This installation has no such certification authority.');
