import { laboratoryName } from '#lib/server/certificates/certificate-facts.ts';
import type { CertificateMail } from '#lib/contracts/certificate-mails.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { mayEditRecordsOf } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { printDate } from '#lib/server/certificates/print/dates.ts';
import {
  beginCertificateMail,
  saveMailOutcome,
  type BegunMail,
  type MailOutcome
} from '#lib/server/db/certificate-mails.ts';
import { findCertifiable, type Certifiable } from '#lib/server/db/certificates.ts';
import { failureOf } from '#lib/server/db/failure.ts';
import { findOrganizationName } from '#lib/server/db/organizations.ts';
import { transaction, transactionAsOfNow } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import { composeCertificateMail } from '#lib/server/mail/compose-certificate-mail.ts';
import type { MailServer, Message } from '#lib/server/mail/mailer.ts';
import { actorOf } from '#lib/server/use-cases/accounts/actor-of.ts';
import { readIssuedFile } from '#lib/server/use-cases/certificates/issued-file.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailReader } from '#lib/server/use-cases/mail/mail-reader.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** With the pauses of the queue, a mail that no server takes is tried again for about an hour. */
export const MOST_ATTEMPTS = 9;
/** Most mail servers take 20 MB, of which base64 is a third. */
export const LARGEST_ATTACHED = 10_000_000;
const LINK_DAYS = 7;
const DAY_SECONDS = 24 * 60 * 60;

type Fault = NonNullable<CertificateMail['fault']>;
/** It is not sent, and no other attempt is made. */
class Given extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

/**
 * Sends a certificate to a customer. Whether mail is on, the sender may still send it and the calibration still counts is asked now, not
 * when it was put in the queue. What became of it is written down after each attempt.
 * @throws what is worth another attempt
 */
export async function mailCertificate(
  services: Services,
  { mail_id: id }: JobPayloads['mail_certificate']
): Promise<void> {
  const { pool } = services;
  const mail = await transaction(pool, SYSTEM, (tx) => beginCertificateMail(tx, id));
  if (mail === null) return;
  const save = (outcome: MailOutcome) => transaction(pool, SYSTEM, (tx) => saveMailOutcome(tx, id, outcome));
  try {
    const { server, message, isLink } = await prepare(services, id, mail);
    const taken = await deliver(services, 'certificate', server, message);
    await save(taken ? { state: 'sent', fault: null, isLink } : { state: 'failed', fault: 'refused' });
  } catch (thrown) {
    if (thrown instanceof Given) return save({ state: 'failed', fault: thrown.fault });
    // The database knows nothing of it: the queue tries again.
    if (failureOf(thrown) !== null) throw thrown;
    const fault = thrown instanceof Refusal ? 'no_certificate' : 'unreachable';
    if (mail.attempts < MOST_ATTEMPTS) {
      await save({ state: 'queued', fault });
      throw thrown;
    }
    services.log.error({ err: thrown, mail: id }, 'a certificate could not be mailed');
    await save({ state: 'failed', fault });
  }
}

type Prepared = { readonly server: MailServer; readonly message: Message; readonly isLink: boolean };

async function prepare(services: Services, id: string, mail: BegunMail): Promise<Prepared> {
  const { pool, store, origin, log } = services;
  if (!(await mayStillSend(services, mail))) throw new Given('no_right');
  const { server, certifiable, sender } = await transaction(pool, SYSTEM, async (tx) => ({
    server: await findMailServer(tx, services),
    certifiable: await findCertifiable(tx, mail.calibration_id),
    sender: await findMailReader(tx, mail.sender_id)
  }));
  if (server === null) throw new Given('mail_off');
  if (certifiable === null || certifiable.calibration.voided !== null) throw new Given('voided');
  const file = await readIssuedFile(services, mail.calibration_id).catch((thrown: unknown) => {
    log.warn({ err: thrown, mail: id }, 'there is no certificate to be mailed');
    // Somebody has to decide first, and may decide otherwise: the sender sends it again.
    if (thrown instanceof Refusal && thrown.code !== 'certificate_failed') throw new Given('no_certificate');
    throw thrown;
  });
  const filename = `${certifiable.context.certificate_number}.pdf`;
  const contentType = 'application/pdf';
  const isLink = file.bytes > LARGEST_ATTACHED;
  const link = isLink
    ? await store.presign(file.key, { expiresIn: LINK_DAYS * DAY_SECONDS, filename, contentType })
    : null;
  const message = {
    ...composeCertificateMail(letterOf(mail, certifiable, link)),
    // The same for each attempt: a server that took one and could not say so recognizes the next.
    messageId: `<certificate.${id}@${new URL(origin).hostname}>`,
    ...(!isLink && { attached: { filename, content: file.pdf, contentType } }),
    ...(sender && { replyTo: { name: sender.full_name.replace(/\p{Cc}+/gu, ' '), address: sender.email } })
  };
  return { server, message, isLink };
}

function letterOf(
  { to, language, message, sender_name: sender }: BegunMail,
  { calibration, context }: Certifiable,
  link: { readonly url: string; readonly expiresAt: Date } | null
) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const day = (at: string | Date) => printDate(at, language, timeZone);
  return {
    ...{ to, language, message, sender },
    number: context.certificate_number,
    organization: laboratoryName(context.organization),
    isRecord: calibration.kind === 'external',
    asset: `${context.asset.asset_id}, ${context.asset.name}`,
    day: day(calibration.calibration_date),
    verifyUrl: context.verify_url,
    link: link && { url: link.url, until: day(link.expiresAt) }
  };
}

/** Their account and membership may have ended, and a deactivated organization sends nothing. */
async function mayStillSend({ pool }: Services, { sender_id, organization_id }: BegunMail): Promise<boolean> {
  const user = await transaction(pool, SYSTEM, async (tx) =>
    (await findOrganizationName(tx, organization_id)) === null ? null : findUser(tx, sender_id)
  );
  if (!user?.is_active) return false;
  const actor = await transactionAsOfNow(pool, actorOf(user, null), (_tx, now) => Promise.resolve(now));
  return mayEditRecordsOf(actor, organization_id);
}
