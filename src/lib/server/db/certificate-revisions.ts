import { sql } from 'slonik';
import { z } from 'zod';
import {
  certificateSignatureSchema,
  SIGNATURE_LACKS,
  SIGNATURE_LEVELS,
  type CertificateSignature,
  type SignatureLack,
  type SignatureLevel
} from '#lib/contracts/verification.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const revision = z.object({ number: z.number(), object_key: z.string(), sha256: z.string(), bytes: z.number() });
/** A later file of a certificate: with proofs that were added since it was issued, or issued again because it was lost. */
export type CertificateRevision = z.infer<typeof revision>;

/** The newest first; none: the certificate is as it was issued. */
export const findRevisions = (tx: Tx, calibrationId: string): Promise<readonly CertificateRevision[]> =>
  tx.any(sql.type(revision)`
    SELECT number, object_key, sha256, bytes FROM certificate_revisions
    WHERE calibration_id = ${calibrationId} ORDER BY number DESC`);

/** The number of the next one; if another process adds it first, `addRevision` says so. @param revisions the newest first */
export const nextNumber = (revisions: readonly CertificateRevision[]): number => (revisions[0]?.number ?? 0) + 1;

/** Whether a file of that hash (lower-case hex) was ever a later one of this certificate's. */
export const isRevision = (tx: Tx, calibrationId: string, sha256: string): Promise<boolean> =>
  tx.exists(sql.unsafe`
    SELECT FROM certificate_revisions WHERE calibration_id = ${calibrationId} AND sha256 = ${sha256}`);

/** @returns false if another process has added one meanwhile. */
export async function addRevision(
  tx: Tx,
  calibrationId: string,
  added: CertificateRevision & {
    readonly level: SignatureLevel;
    readonly madeAt: Date;
    /** The file that is inside this one, by its hash; null: it was signed again. */
    readonly continues: string | null;
  }
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO certificate_revisions (calibration_id, number, level, sha256, object_key, bytes, made_at, continues_sha256)
    VALUES (${calibrationId}, ${added.number}, ${added.level}, ${added.sha256}, ${added.object_key}, ${added.bytes},
            ${added.madeAt.toISOString()}, ${added.continues})
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** What is known of the signature of a certificate that has just been signed. */
export type IssuedSignature = {
  readonly level: SignatureLevel;
  readonly holdsUntil: Date | null;
  readonly lacks: SignatureLack | null;
  readonly missing: string | null;
  /** When proofs are to be added; null: never. */
  readonly dueAt: Date | null;
};

export async function expectProofs(tx: Tx, calibrationId: string, signature: IssuedSignature): Promise<void> {
  const { level, holdsUntil, lacks, missing, dueAt } = signature;
  await tx.query(sql.unsafe`
    INSERT INTO certificate_proofs (calibration_id, level, holds_until, lacks, missing, due_at)
    VALUES (${calibrationId}, ${level}, ${instantOf(holdsUntil)}, ${lacks}, ${missing}, ${instantOf(dueAt)})
    ON CONFLICT DO NOTHING`);
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const proofs = z.object({
  level: z.enum(SIGNATURE_LEVELS).nullable(),
  lacks: z.enum(SIGNATURE_LACKS).nullable(),
  attempts: z.number(),
  is_due: z.boolean()
});

/** `null`: it was issued elsewhere. */
export const findProofs = (tx: Tx, calibrationId: string, now: Date): Promise<z.infer<typeof proofs> | null> =>
  tx.maybeOne(sql.type(proofs)`
    SELECT level, lacks, attempts, coalesce(due_at <= ${now.toISOString()}, false) AS is_due
    FROM certificate_proofs
    WHERE calibration_id = ${calibrationId}`);

export type ProofsState = Omit<IssuedSignature, 'level' | 'holdsUntil'> & {
  /** Left out: as it was. */
  readonly level?: SignatureLevel | undefined;
  readonly holdsUntil?: Date | null | undefined;
  readonly attempts: number;
};

export async function recordProofs(tx: Tx, calibrationId: string, state: ProofsState): Promise<void> {
  const { level, holdsUntil, lacks, missing, attempts, dueAt } = state;
  await tx.query(sql.unsafe`
    UPDATE certificate_proofs SET level = ${level === undefined ? sql.fragment`level` : sql.fragment`${level}`},
                                  holds_until = ${holdsUntil === undefined ? sql.fragment`holds_until` : sql.fragment`${instantOf(holdsUntil)}`},
                                  lacks = ${lacks}, missing = ${missing?.slice(0, 1000) ?? null},
                                  attempts = ${attempts}, due_at = ${instantOf(dueAt)}
    WHERE calibration_id = ${calibrationId}`);
}

/** What is said of the signature of an issued certificate; `null` if it was not issued here, or not yet. */
export const findSignature = (tx: Tx, calibrationId: string): Promise<CertificateSignature | null> =>
  tx.maybeOne(sql.type(certificateSignatureSchema)`
    SELECT p.level, instant_text(p.holds_until) AS holds_until, p.lacks, p.missing AS reason,
           instant_text(p.due_at) AS next_attempt_at, ce.sha256,
           coalesce((SELECT r.sha256 FROM certificate_revisions r WHERE r.calibration_id = ce.calibration_id ORDER BY r.number DESC LIMIT 1), ce.sha256) AS current_sha256
    FROM certificates ce JOIN certificate_proofs p USING (calibration_id)
    WHERE ce.calibration_id = ${calibrationId} AND ce.state = 'issued'`);

/** Those whose proofs are due, the longest first. */
export const findDueProofs = (tx: Tx, now: Date, most: number): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ calibration_id: id }))`
    SELECT calibration_id FROM certificate_proofs WHERE due_at <= ${now.toISOString()}
    ORDER BY due_at, calibration_id LIMIT ${most}`);

const summary = z.object({ certificates: z.number(), missing: z.string() });

/** How many certificates are below B-LTA and need not be, by the reason. */
export const countMissingProofs = (tx: Tx, most: number): Promise<readonly z.infer<typeof summary>[]> =>
  tx.any(sql.type(summary)`
    SELECT count(*)::int AS certificates, missing FROM certificate_proofs
    WHERE missing IS NOT NULL AND lacks IS NOT NULL AND lacks <> 'closed'
    GROUP BY missing ORDER BY count(*) DESC, missing LIMIT ${most}`);

const counted = z.object({ certificates: z.number(), lacks: z.enum(SIGNATURE_LACKS) });

/** The same by kind. */
export const countLacks = (tx: Tx): Promise<readonly z.infer<typeof counted>[]> =>
  tx.any(sql.type(counted)`
    SELECT count(*)::int AS certificates, lacks FROM certificate_proofs
    WHERE lacks IS NOT NULL AND lacks <> 'closed' GROUP BY lacks`);
