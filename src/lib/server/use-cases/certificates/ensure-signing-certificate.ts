import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import {
  describeSigningCertificate,
  makeSigningKey,
  unwrapPrivateKey,
  wrapPrivateKey,
  type SigningKey
} from '#lib/server/certificates/signing-keys.ts';
import {
  findCurrentSigningCertificate,
  findSigningCertificate,
  offerSigningCertificate,
  retireSigningCertificate,
  type StoredSigningCertificate
} from '#lib/server/db/signing-certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { ensureAuthority } from './ensure-authority.ts';

/** Who signs: an organization, or, with `null`, the installation itself. */
export type Signer = { readonly organizationId: string | null; readonly name: string };
export type OpenSigningKey = SigningKey & { readonly id: string };

const YEAR_MS = 365 * 86_400_000;

/**
 * The key of a signer, created when first needed and renewed when less than a year is left; one that an organization has brought along
 * signs until it expires. Concurrent callers get the same one: each creates a key before it takes a lock, one is stored, all read it back.
 */
export async function ensureSigningCertificate(services: Services, signer: Signer): Promise<OpenSigningKey> {
  const { pool, now } = services;
  const { organizationId } = signer;
  const current = await transaction(pool, SYSTEM, (tx) => findCurrentSigningCertificate(tx, organizationId));
  if (current !== null && mayStillSign(current, now())) return open(services, signer, current);
  if (current?.kind === 'imported')
    services.log.warn({ organization: organizationId }, 'the imported signing certificate has expired');
  const made = await make(services, signer);
  const stored = await transaction(pool, SYSTEM, async (tx) => {
    if (current !== null) await retireSigningCertificate(tx, current.id);
    await offerSigningCertificate(tx, organizationId, made);
    return findCurrentSigningCertificate(tx, organizationId);
  });
  if (stored === null) throw new Error('no signing certificate could be stored');
  return open(services, signer, stored);
}

const mayStillSign = ({ kind, not_after }: StoredSigningCertificate, now: Date): boolean =>
  Date.parse(not_after) - now.getTime() > (kind === 'imported' ? 0 : YEAR_MS);

/** An earlier or current key of a signer; `null` if it is unknown. */
export async function openSigningCertificate(
  services: Services,
  signer: Signer,
  id: string
): Promise<OpenSigningKey | null> {
  const stored = await transaction(services.pool, SYSTEM, (tx) => findSigningCertificate(tx, id));
  return stored && open(services, signer, stored);
}

async function make(services: Services, signer: Signer): Promise<StoredSigningCertificate> {
  const authority = await ensureAuthority(services);
  const { privateKeyPem, certificatePem } = await makeSigningKey(signer.name, services.now(), authority);
  return {
    id: uuidv7(),
    kind: 'issued_here',
    certificate_pem: certificatePem,
    chain_pem: authority.certificatePem,
    authority_id: authority.id,
    wrapped_private_key: wrapPrivateKey(privateKeyPem, services, signer.organizationId),
    ...describeSigningCertificate(certificatePem)
  };
}

const open = (services: Services, signer: Signer, stored: StoredSigningCertificate): OpenSigningKey => ({
  id: stored.id,
  certificatePem: stored.certificate_pem,
  chainPem: stored.chain_pem,
  privateKeyPem: unwrapPrivateKey(stored.wrapped_private_key, services, signer.organizationId)
});
