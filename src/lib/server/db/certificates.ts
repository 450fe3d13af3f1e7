import { createHash } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { readCertificateContext, type CertificateContext } from '#lib/contracts/certificate-context.ts';
import { certificateState, type Calibration } from '#lib/contracts/calibrations.ts';
import { id, instant } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { findCalibration } from './calibrations.ts';
import type { UsableTemplate } from './certificate-templates.ts';
import { json } from './column.ts';
import type { Tx } from './transaction.ts';

/** The data of a certificate: the calibration as recorded, and the facts frozen with it. */
export type Certifiable = { readonly calibration: Calibration; readonly context: CertificateContext };

/** `null` if there is no such calibration that may be read. */
export async function findCertifiable(tx: Tx, calibrationId: string): Promise<Certifiable | null> {
  const calibration = await findCalibration(tx, calibrationId);
  if (calibration === null) return null;
  const context = await tx.oneFirst(sql.type(z.object({ certificate_context: readCertificateContext }))`
    SELECT certificate_context FROM calibrations WHERE id = ${calibrationId}`);
  return { calibration, context: { ...context, release: releaseOf(calibration, context) } };
}

/** Who authorized it is known after the rest was frozen; until then, nobody has. */
function releaseOf({ reviewed, certificate }: Calibration, { release }: CertificateContext) {
  if (certificate?.release !== 'second_person') return release;
  const by = reviewed && { full_name: reviewed.by.full_name, role: reviewed.by.role };
  return { by, automatic: false, at: reviewed?.at ?? null };
}

const stored = z.object({ state: certificateState, object_key: z.string().nullable() });

export const findCertificate = (tx: Tx, calibrationId: string): Promise<z.infer<typeof stored> | null> =>
  tx.maybeOne(sql.type(stored)`SELECT state, object_key FROM certificates WHERE calibration_id = ${calibrationId}`);

/** What a certificate says of its calibration that was void when it was issued; false: it was not. */
const issuedVoid = z.union([z.literal(false), z.object({ at: instant, reason: z.string().nullable() })]);
export type IssuedVoid = z.infer<typeof issuedVoid>;

const issued = z.object({
  object_key: z.string(),
  sha256: z.string(),
  /** Null: issued before it was recorded. */
  content_sha256: z.string().nullable(),
  bytes: z.number(),
  issued_at: instant,
  signing_certificate_id: id.nullable(),
  /** Null: it was issued before this was recorded. */
  issued_void: issuedVoid.nullable()
});

/** The permanent facts of an issued certificate; `null` before. */
export const findIssued = (tx: Tx, calibrationId: string): Promise<z.infer<typeof issued> | null> =>
  tx.maybeOne(sql.type(issued)`
    SELECT object_key, sha256, content_sha256, bytes, issued_at, signing_certificate_id, issued_void FROM certificates
    WHERE calibration_id = ${calibrationId} AND state = 'issued'`);

/** Waits until nobody else is issuing this certificate; locked until the transaction ends. */
export async function lockCertificate(tx: Tx, calibrationId: string): Promise<void> {
  await tx.query(sql.unsafe`SELECT pg_advisory_xact_lock(hashtextextended(${`certificate:${calibrationId}`}, 0))`);
}

export type IssuedCertificate = {
  readonly objectKey: string;
  readonly sha256: string;
  readonly contentSha256: string;
  readonly bytes: number;
  readonly signingCertificateId: string;
  readonly issuedAt: string;
  readonly voided: IssuedVoid;
  /** What set it; null: the built-in one. */
  readonly template: UsableTemplate | null;
};

/** With its source as it was, so that the certificate can be made again; the template may change. */
const keptTemplate = (template: UsableTemplate | null): string | null =>
  json(template && { ...template, sha256: createHash('sha256').update(template.source).digest('hex') });

export async function markIssued(tx: Tx, calibrationId: string, issued: IssuedCertificate): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE certificates SET state = 'issued', object_key = ${issued.objectKey}, sha256 = ${issued.sha256},
                            content_sha256 = ${issued.contentSha256}, bytes = ${issued.bytes}, signing_certificate_id = ${issued.signingCertificateId},
                            issued_at = ${issued.issuedAt}, error = NULL, template = ${keptTemplate(issued.template)}::jsonb, issued_void = ${json(issued.voided)}::jsonb
    WHERE calibration_id = ${calibrationId} AND state IN ('pending', 'failed')`);
}

/** Records why it could not be issued; the same reason again is not a change to send to devices. */
export async function markFailed(tx: Tx, calibrationId: string, error: string): Promise<void> {
  await tx.query(sql.unsafe`
    UPDATE certificates SET state = 'failed', error = ${error}
    WHERE calibration_id = ${calibrationId} AND state IN ('pending', 'failed') AND (state, error) IS DISTINCT FROM ('failed', ${error})`);
}

/** Lets a held certificate be issued, or wait for the second person. @returns false if it is not held. */
export async function markKept(tx: Tx, calibrationId: string, actor: PersonActor, reason: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE certificates SET state = CASE release WHEN 'second_person' THEN 'waiting_for_release' ELSE 'pending' END, kept_at = clock_timestamp(), kept_by = ${actor.userId},
                            kept_by_name = ${actor.fullName}, kept_by_role = ${actor.role}, kept_reason = ${reason}
    WHERE calibration_id = ${calibrationId} AND state = 'held'`);
  return rowCount === 1;
}

/** Has one whose issuing failed wait for the next attempt. @returns false if that is not its state */
export async function markPendingAgain(tx: Tx, calibrationId: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.unsafe`
    UPDATE certificates SET state = 'pending', error = NULL WHERE calibration_id = ${calibrationId} AND state = 'failed'`);
  return rowCount === 1;
}
