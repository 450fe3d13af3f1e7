import { X509Certificate } from 'node:crypto';
import type { SigningCertificate } from '#lib/contracts/organizations.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findCurrentSigningCertificate, type StoredSigningCertificate } from '#lib/server/db/signing-certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { getOrganization } from '#lib/server/use-cases/organizations/read-organizations.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * What an organization (`null`: the installation) signs with, for any signed-in reader; `null` before its first certificate.
 * Private organizations too: whoever holds one of their certificates must be able to check it (specification 4.1, rule 3).
 * @throws Refusal `not_found`
 */
export async function getSigningCertificate(
  services: Services,
  actor: PersonActor,
  organizationId: string | null
): Promise<SigningCertificate | null> {
  const found = await find(services, actor, organizationId);
  if (found === null) return null;
  const { kind, algorithm, fingerprint_sha256, not_before, not_after, authority_id } = found;
  const { subject, issuer } = new X509Certificate(found.certificate_pem);
  const names = { subject: commonName(subject), issuer: commonName(issuer) };
  return { kind, ...names, algorithm, fingerprint_sha256, not_before, not_after, authority_id };
}

const commonName = (name: string): string => /^CN=(.+)$/mu.exec(name)?.[1] ?? name.replaceAll('\n', ', ');

/** The same as a PEM file, with the certificates above it. @throws Refusal `not_found`, `no_certificate` */
export async function getSigningCertificatePem(
  services: Services,
  actor: PersonActor,
  organizationId: string | null
): Promise<string> {
  const found = await find(services, actor, organizationId);
  if (found === null)
    throw new Refusal('no_certificate', 'There is no signing certificate yet because nothing has been signed.');
  return found.certificate_pem + found.chain_pem;
}

async function find(
  services: Services,
  actor: PersonActor,
  organizationId: string | null
): Promise<StoredSigningCertificate | null> {
  if (organizationId !== null) await getOrganization(services, actor, organizationId);
  return transaction(services.pool, SYSTEM, (tx) => findCurrentSigningCertificate(tx, organizationId));
}
