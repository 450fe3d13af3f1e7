import { NOTHING_VERIFIED, type Presented, type Verification } from '#lib/contracts/verification.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countAttempt, verificationLimits } from '#lib/server/auth/attempt-limits.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { isRevision } from '#lib/server/db/certificate-revisions.ts';
import { findVerifiable, findVerifiableByHash, type Verifiable } from '#lib/server/db/verification.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { presentedProof, presentedSignature } from './presented-signature.ts';

/** The file, or how it is read and looked at: that takes time, and is done only once the attempt is counted. */
type Presenting = Presented | null | (() => Promise<Presented | null>);
const presentedBy = async (presenting: Presenting): Promise<Presented | null> =>
  typeof presenting === 'function' ? presenting() : presenting;

/**
 * Returns the current state of a certificate to its holder. For a private organization the file must be presented;
 * without it, the token is answered like an unknown one.
 * @param token the last part of the address in the certificate's code
 * @throws Refusal `too_many_requests`, and what reading the file throws
 */
export async function verifyCertificate(
  services: Services,
  address: string,
  token: string,
  presenting: Presenting
): Promise<Verification> {
  const { pool } = services;
  await countAttempt(pool, verificationLimits(address));
  const presented = await presentedBy(presenting);
  return transaction(pool, SYSTEM, async (tx) =>
    answerAbout(services, tx, await findVerifiable(tx, token.toLowerCase()), presented)
  );
}

/**
 * The same for a file whose address is not known. Without a file there is nothing to say.
 * @throws Refusal `too_many_requests`, and what reading the file throws
 */
export async function verifyFile(services: Services, address: string, presenting: Presenting): Promise<Verification> {
  const { pool } = services;
  await countAttempt(pool, verificationLimits(address));
  const presented = await presentedBy(presenting);
  if (presented === null) return NOTHING_VERIFIED;
  return transaction(pool, SYSTEM, async (tx) =>
    answerAbout(services, tx, await findVerifiableByHash(tx, presented.sha256), presented)
  );
}

async function answerAbout(
  services: Services,
  tx: Tx,
  found: Verifiable | null,
  presented: Presented | null
): Promise<Verification> {
  const isOriginal = found !== null && presented !== null && (await isIssuedFile(tx, found, presented.sha256));
  // Whoever does not have the file learns as much of a private certificate as of one that does not exist.
  const shown = found !== null && (found.is_public || isOriginal) ? found : null;
  const { owner, ...signature } = await presentedSignature(services, tx, presented);
  const result: Verification['result'] =
    presented === null ? null : isOriginal ? 'original' : resultOf(presented, signature.signed_by, owner, shown);
  const answer = { result, ...signature, proof: isOriginal ? presentedProof(services, presented) : null };
  if (shown === null) return { ...answer, state: null, replaced_by: null, certificate: null };
  const { replaced_by } = shown;
  return { ...answer, state: stateOf(shown), replaced_by, certificate: certificateOf(shown) };
}

/** As it was first issued, or with proofs that were added here since. */
const isIssuedFile = async (tx: Tx, { calibration_id, sha256 }: Verifiable, presented: string): Promise<boolean> =>
  sha256 === presented || (await isRevision(tx, calibration_id, presented));

/**
 * A print signed here is a copy of this certificate only if its signature names the same number and is by the same organization's key: another
 * one here may have given the number, too.
 */
function resultOf(
  { checked }: Presented,
  signer: Verification['signed_by'],
  owner: string | null,
  found: Verifiable | null
): 'signed_copy' | 'altered' | 'unknown' {
  // A file to which proofs were added elsewhere is none of ours, and copies are never continued.
  if (checked?.state === 'altered' || (checked?.revisions ?? 0) > 0) return 'altered';
  if (checked?.state !== 'intact' || signer?.is_known !== true) return 'unknown';
  if (found === null) return 'signed_copy';
  const { certificate_number: number } = found.certificate_context;
  const isNamed = checked.reason?.split(/\s+/u).includes(number) === true;
  return isNamed && owner === found.organization_id ? 'signed_copy' : 'unknown';
}

/** What the laboratory says of it comes before what time has done to its signature. */
function stateOf({ is_voided, replaced_by, is_under_review, is_expired }: Verifiable): Verification['state'] {
  if (is_voided) return 'voided';
  if (replaced_by !== null) return 'replaced';
  if (is_under_review) return 'under_review';
  return is_expired ? 'expired_signature' : 'valid';
}

/** As printed, whatever the current names of the asset and the organization. */
const certificateOf = ({ certificate_context: printed, sha256, newest_sha256, issued_at }: Verifiable) => ({
  number: printed.certificate_number,
  asset_id: printed.asset.asset_id,
  calibration_date: printed.calibration.calibration_date,
  issued_at,
  organization: printed.organization.name,
  sha256,
  current_sha256: newest_sha256 ?? sha256
});
