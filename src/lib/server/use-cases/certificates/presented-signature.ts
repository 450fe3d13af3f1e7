import type { FileCheck, Presented, Verification } from '#lib/contracts/verification.ts';
import { spellInstant } from '#lib/laboratory/instant.ts';
import { certificatesIn, fingerprintOf } from '#lib/server/certificates/signature/certificate-chain.ts';
import { anchorsOf } from '#lib/server/certificates/signature/time-stamp.ts';
import { findKnownCertificates } from '#lib/server/db/signing-certificates.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Signature = Pick<Verification, 'signed_by' | 'time_stamp'>;
type SignedBy = NonNullable<Signature['signed_by']>;
/** The organization whose key it is; null if only the authority above the key is known. */
type Owned = { readonly owner: string | null };
type Signer = NonNullable<FileCheck['signer']>;
type Stamp = FileCheck['document_stamps'][number];

/** Who signed what was presented, under which authority and when, as far as this installation knows them. */
export async function presentedSignature(
  { timeStamps }: Pick<Services, 'timeStamps'>,
  tx: Tx,
  presented: Presented | null
): Promise<Signature & Owned> {
  const { signer = null, time_stamp = null, state } = presented?.checked ?? {};
  if (state !== 'intact' || signer === null) return { signed_by: null, owner: null, time_stamp: null };
  return { ...(await signerOf(tx, signer)), time_stamp: time_stamp && stampOf(timeStamps, time_stamp) };
}

/**
 * A key is known by its fingerprint, or because an authority of this installation has issued its certificate: also one of a copy that was
 * put back since. An authority from outside issues for others too, so that it vouches for nobody here.
 */
async function signerOf(
  tx: Tx,
  { name, fingerprint_sha256, above }: Signer
): Promise<{ readonly signed_by: SignedBy } & Owned> {
  const prints = [fingerprint_sha256, ...above.map((one) => one.fingerprint_sha256)];
  const known = await findKnownCertificates(tx, prints);
  const own = known.find((one) => one.kind !== 'authority' && one.fingerprint_sha256 === fingerprint_sha256);
  const authorities = new Set(known.filter(({ kind }) => kind === 'authority').map((one) => one.fingerprint_sha256));
  const issuer = above.find((one) => authorities.has(one.fingerprint_sha256));
  const owner = own?.organization_id ?? null;
  if (issuer) return { signed_by: { name, is_known: true, authority: { name: issuer.name, standing: 'own' } }, owner };
  const top = above.at(-1);
  const registered = new Set(certificatesIn(own?.chain_pem ?? '').map(fingerprintOf));
  const standing = top && registered.has(top.fingerprint_sha256) ? 'registered' : 'unknown';
  return {
    signed_by: { name, is_known: own !== undefined, authority: top ? { name: top.name, standing } : null },
    owner
  };
}

const stampOf = (
  server: Services['timeStamps'],
  { fault, at, by }: NonNullable<FileCheck['time_stamp']>
): NonNullable<Signature['time_stamp']> => ({
  ...{ fault, at, by: by[0]?.name ?? null },
  is_trusted: by.length > 0 && trustOf(server)(by)
});

/** Tells whether a chain of certificates leads to one that the time stamps of this installation lead to. */
function trustOf(server: Services['timeStamps']) {
  const anchors = new Set(server ? anchorsOf(server).map(fingerprintOf) : []);
  return (by: Stamp['by']): boolean => by.some((one) => anchors.has(one.fingerprint_sha256));
}

/** How the signature of an original can be checked later, as far as its holder has looked. */
export function presentedProof(
  { timeStamps }: Pick<Services, 'timeStamps'>,
  { checked }: Presented
): Verification['proof'] {
  if (checked?.level == null) return null;
  const isTrusted = checked.document_stamps.length > 0 ? trustOf(timeStamps) : () => false;
  return {
    level: checked.level,
    stamped_at: checked.stamped_at && spellInstant(checked.stamped_at),
    has_additions: checked.revisions > 0,
    document_stamps: checked.document_stamps.map(({ at, by }) => ({
      ...{ at: spellInstant(at), by: by[0]?.name ?? '' },
      is_trusted: isTrusted(by)
    }))
  };
}
