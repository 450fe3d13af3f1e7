import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import {
  describeSigningCertificate,
  makeAuthority,
  unwrapPrivateKey,
  wrapPrivateKey
} from '#lib/server/certificates/signing-keys.ts';
import type { Issuer } from '#lib/server/certificates/write-certificate.ts';
import { findCurrentAuthority, offerAuthority, type StoredAuthority } from '#lib/server/db/certificate-authority.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

export type OpenAuthority = Issuer & { readonly id: string };

/** What it issues is valid for ten years, and must not outlive it. */
const ELEVEN_YEARS_MS = 11 * 366 * 86_400_000;

/** In this process one key is made, which takes a second; of several processes that make one, the first to store it wins. */
const making = new WeakMap<Services['pool'], Promise<OpenAuthority>>();

/** This installation's certification authority, created when first needed; concurrent callers get the same one. */
export async function ensureAuthority(services: Services): Promise<OpenAuthority> {
  const { pool, now } = services;
  const current = await transaction(pool, SYSTEM, findCurrentAuthority);
  if (current !== null && mayIssue(current, now())) return open(services, current);
  const begun = making.get(pool) ?? make(services, current).finally(() => making.delete(pool));
  making.set(pool, begun);
  return begun;
}

/** One that was made while the clock was wrong is not valid yet. */
const mayIssue = ({ not_before, not_after }: StoredAuthority, now: Date): boolean =>
  Date.parse(not_before) <= now.getTime() && Date.parse(not_after) - now.getTime() > ELEVEN_YEARS_MS;

async function make(services: Services, current: StoredAuthority | null): Promise<OpenAuthority> {
  const { pool, now } = services;
  const { privateKeyPem, certificatePem } = await makeAuthority(new URL(services.origin).hostname, now());
  const made = {
    id: uuidv7(),
    certificate_pem: certificatePem,
    wrapped_private_key: wrapPrivateKey(privateKeyPem, services, null),
    ...describeSigningCertificate(certificatePem)
  };
  const stored = await transaction(pool, SYSTEM, async (tx) => {
    await offerAuthority(tx, current, made);
    return findCurrentAuthority(tx);
  });
  if (stored === null) throw new Error('no certification authority could be stored');
  return open(services, stored);
}

const open = (services: Services, { id, certificate_pem, wrapped_private_key }: StoredAuthority): OpenAuthority => ({
  id,
  certificatePem: certificate_pem,
  privateKeyPem: unwrapPrivateKey(wrapped_private_key, services, null),
  certificateUrl: `${services.origin}/api/v1/certificate-authorities/${id}/certificate.crt`,
  revocationsUrl: `${services.origin}/api/v1/certificate-authorities/${id}/revocations.crl`
});
