import { sql } from 'slonik';
import type { ReviewRemark } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Tx } from './transaction.ts';

/**
 * Who reviewed and authorized it, and when; then its certificate may be issued: the database refuses the second without the first.
 * @returns false if it does not wait for release.
 */
export async function markReleased(tx: Tx, calibrationId: string, actor: PersonActor): Promise<boolean> {
  await tx.query(sql.unsafe`
    UPDATE calibrations SET reviewed_at = clock_timestamp(), reviewed_by = ${actor.userId},
                            reviewed_by_name = ${actor.fullName}, reviewed_by_role = ${actor.role}
    WHERE id = ${calibrationId} AND reviewed_at IS NULL
      AND EXISTS (SELECT FROM certificates ce WHERE ce.calibration_id = calibrations.id AND ce.state = 'waiting_for_release')`);
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE certificates SET state = 'pending' WHERE calibration_id = ${calibrationId} AND state = 'waiting_for_release'`);
  return rowCount === 1;
}

/** What a remark does to the state of the certificate. */
export const REVIEW_STEPS = {
  returned: { from: 'waiting_for_release', to: 'returned' },
  answered: { from: 'returned', to: 'waiting_for_release' }
} as const;

/** Adds to what was said before its release. @returns false if it is not in the state before. */
export async function markReviewed(
  tx: Tx,
  calibrationId: string,
  actor: PersonActor,
  { kind, text }: Pick<ReviewRemark, 'kind' | 'text'>
): Promise<boolean> {
  const { from, to } = REVIEW_STEPS[kind];
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE certificates SET state = ${to}, review = review || jsonb_build_object(
      'kind', ${kind}::text, 'at', instant_text(clock_timestamp()), 'text', ${text}::text,
      'by', jsonb_build_object('full_name', ${actor.fullName}::text, 'role', ${actor.role}::text))
    WHERE calibration_id = ${calibrationId} AND state = ${from}`);
  return rowCount === 1;
}
