import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertMay } from '#lib/laboratory/permissions.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { countAttempt, testMailLimits } from '#lib/server/auth/attempt-limits.ts';
import { findEmailSettings } from '#lib/server/db/email-settings.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { MailFailure } from '#lib/server/mail/mailer.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { mailServerOf } from './mail-server.ts';

/**
 * Sends a mail by the stored settings while the admin waits, also before mail is switched on.
 * @throws Refusal `forbidden`, `mail_not_configured`, `too_many_requests`; `mail_failed` in the words of the mail server.
 */
export async function sendTestMail(services: Services, actor: PersonActor, to: string): Promise<void> {
  assertMay(actor, 'settings.manage');
  const { pool, mailer, secretKey, origin } = services;
  const server = mailServerOf(await transaction(pool, actor, findEmailSettings), secretKey);
  if (server === null) throw new Refusal('mail_not_configured', 'Enter a mail server and a sender first.');
  await countAttempt(pool, testMailLimits(actor.userId));
  const reader = { email: to, language: actor.language };
  try {
    await mailer.send(server, composeMail({ kind: 'test', name: actor.fullName }, reader, origin));
  } catch (thrown) {
    if (!(thrown instanceof MailFailure)) throw thrown;
    throw new Refusal('mail_failed', `The mail was not sent: ${thrown.message}`);
  }
}
