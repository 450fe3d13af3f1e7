import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, testMailLimits } from '#lib/server/auth/attempt-limits.ts';
import { findEmailSettings, type StoredEmailSettings } from '#lib/server/db/email-settings.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { MailFailure, type MailFault, type MailServer } from '#lib/server/mail/mailer.ts';
import { MailPasswordUnreadable } from '#lib/server/mail/seal-password.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { logged } from './mail-log.ts';
import { mailServerOf } from './mail-server.ts';

const FAULTS: Readonly<Record<MailFault, string>> = {
  no_such_host: 'this host does not exist',
  unreachable: 'the host does not answer on this port, or closes the connection',
  too_slow: 'the host takes too long to answer',
  encryption: 'an encrypted connection could not be set up: check that the encryption matches the port',
  no_mail_server: 'this host is not a mail server',
  credentials: 'the mail server rejects the username and password',
  refused: 'the mail server rejects the mail: check sender and recipient'
};

/**
 * Sends a mail with the stored settings while the admin waits, even before mail is switched on.
 * @throws Refusal `forbidden`, `mail_not_configured`, `mail_password_unreadable`, `too_many_requests`; `mail_failed` with the kind
 * of fault and the server's reply code. The server's response is only in the log: it may be any server within the
 * network.
 */
export async function sendTestMail(services: Services, actor: PersonActor, to: string): Promise<void> {
  assertMay(actor, 'settings.manage');
  const { pool, mailer, origin, log } = services;
  const server = openServer(await transaction(pool, actor, findEmailSettings), services);
  if (server === null) throw new Refusal('mail_not_configured', 'Enter a mail server and a sender first.');
  await countAttempt(pool, testMailLimits(actor.userId));
  const reader = { email: to, language: actor.language };
  try {
    const message = composeMail({ kind: 'test', name: actor.fullName }, reader, origin);
    await logged(services, { kind: 'test', to }, () => mailer.send(server, message));
  } catch (thrown) {
    if (!(thrown instanceof MailFailure)) throw thrown;
    log.warn({ err: thrown }, 'a test mail was not sent');
    const { fault, replyCode } = thrown;
    const code = replyCode === null ? '' : ` (${replyCode})`;
    throw new Refusal(
      'mail_failed',
      `The mail was not sent: ${FAULTS[fault]}${code}. See the server’s log for details.`,
      {
        fault,
        reply_code: replyCode
      }
    );
  }
}

function openServer(settings: StoredEmailSettings, secrets: SecretKeys): MailServer | null {
  try {
    return mailServerOf(settings, secrets);
  } catch (thrown) {
    if (!(thrown instanceof MailPasswordUnreadable)) throw thrown;
    throw new Refusal(
      'mail_password_unreadable',
      'SECRET_KEY has changed since the password of the mail server was stored. Enter the password again.'
    );
  }
}
