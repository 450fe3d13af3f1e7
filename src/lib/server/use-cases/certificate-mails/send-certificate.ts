import { v7 as uuidv7 } from 'uuid';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { CertificateMail, SendCertificateBody } from '#lib/contracts/certificate-mails.ts';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { assertMayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { certificateMailLimits, countAttempt } from '#lib/server/auth/attempt-limits.ts';
import { appendAudit } from '#lib/server/db/audit.ts';
import { insertCertificateMail } from '#lib/server/db/certificate-mails.ts';
import { findCertifiable } from '#lib/server/db/certificates.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { enqueue } from '#lib/server/jobs/queue.ts';
import { assertRecordedHere } from '#lib/server/use-cases/calibrations/assert-recorded-here.ts';
import { resourceOf } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { assertMayBeIssued } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { isMailOn } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { MOST_ATTEMPTS } from './mail-certificate.ts';

/**
 * Puts a mail with the certificate of a calibration in the queue. Only the message is the sender's; the rest is ours, and mails are counted,
 * so that nobody uses this for anything else.
 * @throws Refusal `not_found`, `forbidden`, `already_voided`, `no_results`, `certificate_held`, `certificate_in_review`,
 * `certificate_imported`, `mail_not_configured`, `too_many_requests`
 */
export async function sendCertificate(
  services: Services,
  actor: PersonActor,
  calibrationId: string,
  { to, language, message = '' }: SendCertificateBody
): Promise<CertificateMail> {
  const { pool } = services;
  const { calibration, context } = await transaction(pool, actor, (tx) => requireSendable(tx, actor, calibrationId));
  if (!(await transaction(pool, SYSTEM, isMailOn))) {
    throw new Refusal('mail_not_configured', 'E-mail is off in this installation. Ask an administrator to turn it on.');
  }
  const { organization_id: organizationId } = calibration;
  await countAttempt(pool, certificateMailLimits(actor.userId, organizationId, to));
  return transaction(pool, actor, async (tx) => {
    await appendAudit(tx, actor, organizationId, {
      action: 'calibration.certificate_mailed',
      resource: resourceOf(calibration),
      changes: { recipient: { old: null, new: to } }
    });
    const mail = await insertCertificateMail(tx, actor, {
      ...{ id: uuidv7(), to, language: language ?? context.language, message: message === '' ? null : message },
      ...{ organizationId, calibrationId }
    });
    await enqueue(tx, 'mail_certificate', { mail_id: mail.id }, { maxAttempts: MOST_ATTEMPTS });
    return mail;
  });
}

async function requireSendable(tx: Tx, actor: PersonActor, calibrationId: string) {
  const found = await findCertifiable(tx, calibrationId);
  if (found === null) throw new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
  const { calibration } = found;
  assertMayEditRecordsOf(actor, calibration.organization_id);
  assertRecordedHere(calibration);
  if (calibration.voided !== null) {
    throw new Refusal('already_voided', 'This calibration has been voided, so its certificate cannot be sent.');
  }
  assertHasResults(calibration);
  assertMayBeIssued(calibration.certificate);
  return found;
}

function assertHasResults({ result, coefficients_only }: Calibration): void {
  if (result !== null || coefficients_only !== null) return;
  throw new Refusal('no_results', 'This calibration has no results for a certificate.');
}
