/** Which process is making the certificate of a calibration. Times are the database's own: clocks of processes differ. */
import { sql } from 'slonik';
import type { Tx } from './transaction.ts';

/** A claim lasts this long unless it is renewed: as long as others wait for a process that has died. */
export const CLAIM_SECONDS = 30;

/**
 * Claims a certificate, or renews the claim. If another process is just claiming or releasing it, waits for that to be committed.
 * @param claimant an id of the caller's own
 * @returns false if another process has a claim that has not expired
 */
export async function claimCertificate(tx: Tx, calibrationId: string, claimant: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO certificate_claims AS known (calibration_id, claimant, expires_at)
    VALUES (${calibrationId}, ${claimant}, clock_timestamp() + ${CLAIM_SECONDS} * interval '1 second')
    ON CONFLICT (calibration_id) DO UPDATE SET claimant = excluded.claimant, expires_at = excluded.expires_at
    WHERE known.claimant = excluded.claimant OR known.expires_at < clock_timestamp()`);
  return rowCount > 0;
}

/** Lets others claim it. A claim that another process has taken over stays. */
export async function releaseCertificate(tx: Tx, calibrationId: string, claimant: string): Promise<void> {
  await tx.query(sql.unsafe`
    DELETE FROM certificate_claims WHERE calibration_id = ${calibrationId} AND claimant = ${claimant}`);
}
