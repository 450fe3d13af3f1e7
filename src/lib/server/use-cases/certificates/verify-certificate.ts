import type { Verification } from '#lib/contracts/verification.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { countAttempt, verificationLimits } from '#lib/server/auth/attempt-limits.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findVerifiable, type Verifiable } from '#lib/server/db/verification.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Returns the current state of a certificate to its holder. For a private organization the file must be presented;
 * without it, the token is answered like an unknown one.
 * @param token the last part of the address in the certificate's code: its calibration
 * @param presented SHA-256 (hex) of the file, if presented
 * @throws Refusal `too_many_requests`
 */
export async function verifyCertificate(
  { pool }: Services,
  address: string,
  token: string,
  presented: string | null
): Promise<Verification> {
  await countAttempt(pool, verificationLimits(address));
  const found = isUuid(token) ? await transaction(pool, SYSTEM, (tx) => findVerifiable(tx, token.toLowerCase())) : null;
  const isOriginal = found !== null && found.sha256 === presented;
  const result = presented === null ? null : isOriginal ? 'original' : 'unknown';
  if (found === null || !(found.is_public || isOriginal)) {
    return { result, state: null, replaced_by: null, certificate: null };
  }
  const { replaced_by } = found;
  const state = stateOf(found);
  return { result, state, replaced_by, certificate: certificateOf(found) };
}

function stateOf({ is_voided, replaced_by, is_under_review }: Verifiable): Verification['state'] {
  if (is_voided) return 'voided';
  if (replaced_by !== null) return 'replaced';
  return is_under_review ? 'under_review' : 'valid';
}

/** As printed, whatever the current names of the asset and the organization. */
const certificateOf = ({ certificate_context: printed, sha256, issued_at }: Verifiable) => ({
  number: printed.certificate_number,
  asset_id: printed.asset.asset_id,
  calibration_date: printed.calibration.calibration_date,
  issued_at,
  organization: printed.organization.name,
  sha256
});
