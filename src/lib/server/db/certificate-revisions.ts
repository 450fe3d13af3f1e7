import { sql } from 'slonik';
import { z } from 'zod';
import { SIGNATURE_LEVELS, type SignatureLevel } from '#lib/contracts/verification.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { Tx } from './transaction.ts';

const revision = z.object({ number: z.number(), object_key: z.string(), sha256: z.string(), bytes: z.number() });
/** The file of a certificate with proofs that were added since it was issued. */
export type CertificateRevision = z.infer<typeof revision>;

/** `null`: the certificate is as it was issued. */
export const findNewestRevision = (tx: Tx, calibrationId: string): Promise<CertificateRevision | null> =>
  tx.maybeOne(sql.type(revision)`
    SELECT number, object_key, sha256, bytes FROM certificate_revisions
    WHERE calibration_id = ${calibrationId} ORDER BY number DESC LIMIT 1`);

/** Whether a file of that hash (lower-case hex) was ever one of this certificate's, with proofs added. */
export const isRevision = (tx: Tx, calibrationId: string, sha256: string): Promise<boolean> =>
  tx.exists(sql.unsafe`
    SELECT FROM certificate_revisions WHERE calibration_id = ${calibrationId} AND sha256 = ${sha256}`);

/** @returns false if another process has added one meanwhile. */
export async function addRevision(
  tx: Tx,
  calibrationId: string,
  added: CertificateRevision & { readonly level: SignatureLevel; readonly madeAt: Date }
): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    INSERT INTO certificate_revisions (calibration_id, number, level, sha256, object_key, bytes, made_at)
    VALUES (${calibrationId}, ${added.number}, ${added.level}, ${added.sha256}, ${added.object_key}, ${added.bytes},
            ${added.madeAt.toISOString()})
    ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** From now on proofs are to be added to this certificate. */
export async function expectProofs(tx: Tx, calibrationId: string, at: Date): Promise<void> {
  await tx.query(sql.unsafe`
    INSERT INTO certificate_proofs (calibration_id, due_at) VALUES (${calibrationId}, ${at.toISOString()})
    ON CONFLICT DO NOTHING`);
}

const proofs = z.object({ level: z.enum(SIGNATURE_LEVELS).nullable(), attempts: z.number(), is_due: z.boolean() });

/** `null`: nothing may be added to this certificate. */
export const findProofs = (tx: Tx, calibrationId: string, now: Date): Promise<z.infer<typeof proofs> | null> =>
  tx.maybeOne(sql.type(proofs)`
    SELECT level, attempts, due_at <= ${now.toISOString()} AS is_due FROM certificate_proofs
    WHERE calibration_id = ${calibrationId}`);

export type ProofsState = {
  readonly level: SignatureLevel | null;
  readonly missing: string | null;
  readonly attempts: number;
  readonly dueAt: Date;
};

export async function recordProofs(tx: Tx, calibrationId: string, state: ProofsState): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE certificate_proofs SET level = coalesce(${state.level}, level), missing = ${state.missing?.slice(0, 1000) ?? null},
                                  attempts = ${state.attempts}, due_at = ${state.dueAt.toISOString()}
    WHERE calibration_id = ${calibrationId}`);
}

/** Those whose proofs are due, the longest first. */
export const findDueProofs = (tx: Tx, now: Date, most: number): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ calibration_id: id }))`
    SELECT calibration_id FROM certificate_proofs WHERE due_at <= ${now.toISOString()}
    ORDER BY due_at, calibration_id LIMIT ${most}`);

const summary = z.object({ certificates: z.number(), missing: z.string() });

/** How many certificates are below B-LTA, by the reason. */
export const countMissingProofs = (tx: Tx, most: number): Promise<readonly z.infer<typeof summary>[]> =>
  tx.any(sql.type(summary)`
    SELECT count(*)::int AS certificates, missing FROM certificate_proofs WHERE missing IS NOT NULL
    GROUP BY missing ORDER BY count(*) DESC, missing LIMIT ${most}`);
