import { sql } from 'slonik';
import { z } from 'zod';
import { certificateMailSchema, type CertificateMail } from '#lib/contracts/certificate-mails.ts';
import { id } from '#lib/contracts/primitives.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Tx } from './transaction.ts';

const columns = sql.fragment`id, recipient AS "to", language, message, state, fault, is_link,
  json_build_object('id', sent_by, 'full_name', sent_by_name) AS sent_by, created_at, finished_at`;

const MOST_LISTED = 100;

/** The newest first. */
export const findCertificateMails = (tx: Tx, calibrationId: string): Promise<readonly CertificateMail[]> =>
  tx.any(sql.type(certificateMailSchema)`
    SELECT ${columns} FROM certificate_mails WHERE calibration_id = ${calibrationId}
    ORDER BY created_at DESC, id DESC LIMIT ${MOST_LISTED}`);

export type NewCertificateMail = Pick<CertificateMail, 'id' | 'to' | 'language' | 'message'> & {
  readonly organizationId: string;
  readonly calibrationId: string;
};

export const insertCertificateMail = (tx: Tx, actor: PersonActor, mail: NewCertificateMail): Promise<CertificateMail> =>
  tx.one(sql.type(certificateMailSchema)`
    INSERT INTO certificate_mails (id, organization_id, calibration_id, recipient, language, message, sent_by, sent_by_name)
    VALUES (${mail.id}, ${mail.organizationId}, ${mail.calibrationId}, ${mail.to}, ${mail.language}, ${mail.message},
            ${actor.userId}, ${actor.fullName})
    RETURNING ${columns}`);

const begun = z.object({
  ...certificateMailSchema.pick({ to: true, language: true, message: true }).shape,
  organization_id: id,
  calibration_id: id,
  sender_id: id,
  sender_name: z.string(),
  attempts: z.int()
});
export type BegunMail = z.infer<typeof begun>;

/** Begins an attempt. @returns null if it has been sent or has failed */
export const beginCertificateMail = (tx: Tx, mailId: string): Promise<BegunMail | null> =>
  tx.maybeOne(sql.type(begun)`
    UPDATE certificate_mails SET attempts = attempts + 1 WHERE id = ${mailId} AND state = 'queued'
    RETURNING recipient AS "to", language, message, organization_id, calibration_id, sent_by AS sender_id,
              sent_by_name AS sender_name, attempts`);

export type MailOutcome = Pick<CertificateMail, 'state' | 'fault'> & { readonly isLink?: boolean };

export async function saveMailOutcome(tx: Tx, mailId: string, outcome: MailOutcome): Promise<void> {
  const { state, fault, isLink = false } = outcome;
  await tx.query(sql.unsafe`
    UPDATE certificate_mails SET state = ${state}, fault = ${fault}, is_link = ${isLink},
      finished_at = CASE WHEN ${state} = 'queued' THEN NULL ELSE clock_timestamp() END
    WHERE id = ${mailId} AND state = 'queued'`);
}

/** Removes those that were sent, or failed, before `time`; that they were sent stays in the audit log. */
export async function deleteCertificateMailsBefore(tx: Tx, time: Date): Promise<void> {
  await tx.query(sql.unsafe`DELETE FROM certificate_mails WHERE finished_at < ${time.toISOString()}`);
}
