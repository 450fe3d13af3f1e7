import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, testMailLimits } from '#lib/server/auth/attempt-limits.ts';
import { findEmailSettings, type StoredEmailSettings } from '#lib/server/db/email-settings.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { MailFailure, type MailServer } from '#lib/server/mail/mailer.ts';
import { MailPasswordUnreadable } from '#lib/server/mail/seal-password.ts';
import type { SecretKeys } from '#lib/server/secrets/secret-keys.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { mailServerOf } from './mail-server.ts';

/**
 * Sends a mail by the stored settings while the admin waits, also before mail is switched on.
 * @throws Refusal `forbidden`, `mail_not_configured`, `mail_password_unreadable`, `too_many_requests`; `mail_failed` in the words
 * of the mail server.
 */
export async function sendTestMail(services: Services, actor: PersonActor, to: string): Promise<void> {
  assertMay(actor, 'settings.manage');
  const { pool, mailer, origin } = services;
  const server = openServer(await transaction(pool, actor, findEmailSettings), services);
  if (server === null) throw new Refusal('mail_not_configured', 'Enter a mail server and a sender first.');
  await countAttempt(pool, testMailLimits(actor.userId));
  const reader = { email: to, language: actor.language };
  try {
    await mailer.send(server, composeMail({ kind: 'test', name: actor.fullName }, reader, origin));
  } catch (thrown) {
    if (!(thrown instanceof MailFailure)) throw thrown;
    throw new Refusal('mail_failed', `The mail was not sent: ${thrown.message}`, { words: thrown.message });
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
