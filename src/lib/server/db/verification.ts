import { sql } from 'slonik';
import { z } from 'zod';
import { readCertificateContext } from '#lib/contracts/certificate-context.ts';
import { id, instant } from '#lib/contracts/primitives.ts';
import { isUuid } from '#lib/laboratory/uuid.ts';
import { STILL_UNDER_REVIEW } from '#lib/records/recall.ts';
import { isOfLastRound } from './recall-lines.ts';
import type { Tx } from './transaction.ts';

const verifiable = z.object({
  calibration_id: id,
  organization_id: id,
  certificate_context: readCertificateContext,
  sha256: z.string(),
  /** Of the file with the proofs that were added last; null without. */
  newest_sha256: z.string().nullable(),
  issued_at: instant,
  is_voided: z.boolean(),
  replaced_by: z.string().nullable(),
  is_under_review: z.boolean(),
  /** What the newest file proves of its signature has ended. */
  is_expired: z.boolean(),
  /** Of an organization that is not private. One that is closed keeps its certificates: they are still in use. */
  is_public: z.boolean()
});
/** The data of an issued certificate for its verification page. */
export type Verifiable = z.infer<typeof verifiable>;

/**
 * The certificate that prints this token in its address (lower case); `null` if this installation has not issued one: an archive may contain any file as a
 * certificate, so imported ones are not confirmed, nor do they replace any. Read by the system: the caller has no account.
 */
export async function findVerifiable(tx: Tx, token: string): Promise<Verifiable | null> {
  const isOfBefore = isUuid(token);
  if (!isOfBefore && !TOKEN.test(token)) return null;
  return tx.maybeOne(
    sql.type(verifiable)`${SELECT} AND ${isOfBefore ? ofBefore(token) : sql.fragment`f.verify_token = ${token}`}`
  );
}

const TOKEN = /^[0-9a-f]{32}$/;

/** Certificates recorded before they had tokens print the id of their calibration, and only they are found by it. */
const ofBefore = (calibrationId: string) => sql.fragment`c.id = ${calibrationId} AND f.verify_token IS NULL`;

/** The certificate whose file, as issued or with proofs that were added since, has this hash (lower-case hex). */
export const findVerifiableByHash = (tx: Tx, sha256: string): Promise<Verifiable | null> =>
  tx.maybeOne(sql.type(verifiable)`${SELECT} AND f.calibration_id IN (
      SELECT calibration_id FROM certificates WHERE sha256 = ${sha256}
      UNION ALL SELECT calibration_id FROM certificate_revisions WHERE sha256 = ${sha256}) LIMIT 1`);

const SELECT = sql.fragment`
  SELECT c.id AS calibration_id, c.organization_id, c.certificate_context, f.sha256,
         (SELECT v.sha256 FROM certificate_revisions v WHERE v.calibration_id = c.id ORDER BY v.number DESC LIMIT 1) AS newest_sha256,
         f.issued_at, c.voided_at IS NOT NULL AS is_voided,
         (SELECT r.certificate_number FROM calibrations r
          JOIN certificates rf ON rf.calibration_id = r.id AND rf.state = 'issued'
          WHERE r.replaces_calibration_id = c.id AND r.voided_at IS NULL AND r.imported IS NULL
          ORDER BY r.recorded_at DESC, r.id DESC LIMIT 1) AS replaced_by,
         EXISTS (SELECT FROM recall_lines l WHERE l.calibration_id = c.id AND ${isOfLastRound}
           AND (l.disposition IS NULL OR l.disposition = ANY(${sql.array([...STILL_UNDER_REVIEW], 'text')}))) AS is_under_review,
         EXISTS (SELECT FROM certificate_proofs p WHERE p.calibration_id = c.id AND p.holds_until <= now()) AS is_expired,
         NOT o.private AS is_public
  FROM calibrations c JOIN certificates f ON f.calibration_id = c.id AND f.state = 'issued'
  JOIN organizations o ON o.id = c.organization_id
  WHERE c.imported IS NULL`;
