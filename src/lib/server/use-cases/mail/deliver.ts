import { MailFailure, type MailServer, type Message } from '#lib/server/mail/mailer.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Sends a mail from a job. A permanent rejection is logged; other failures are thrown, so that the queue retries.
 * Nobody is waiting: the operation that sent the mail has ended long ago (specification 6, rule 4). @throws MailFailure
 * that is worth a retry
 * @returns whether the mail server took it
 */
export async function deliver({ mailer, log }: Services, server: MailServer, message: Message): Promise<boolean> {
  try {
    await mailer.send(server, message);
    return true;
  } catch (err) {
    if (!(err instanceof MailFailure && err.permanent)) throw err;
    log.warn({ err }, 'a mail was refused for good');
    return false;
  }
}
