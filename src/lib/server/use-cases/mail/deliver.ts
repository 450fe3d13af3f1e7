import type { MailKind } from '#lib/contracts/system.ts';
import { MailFailure, type MailServer, type Message } from '#lib/server/mail/mailer.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { logged } from './mail-log.ts';

/**
 * Sends a mail from a job. A permanent rejection is logged; other failures are thrown, so that the queue retries.
 * Nobody is waiting: the operation that sent the mail has ended long ago (specification 6, rule 4). @throws MailFailure
 * that is worth a retry
 * @returns whether the mail server took it
 */
export async function deliver(
  services: Services,
  kind: MailKind,
  server: MailServer,
  message: Message
): Promise<boolean> {
  const { mailer, log } = services;
  try {
    await logged(services, { kind, to: message.to }, () => mailer.send(server, message));
    return true;
  } catch (err) {
    if (!(err instanceof MailFailure && err.permanent)) throw err;
    log.warn({ err }, 'a mail was refused for good');
    return false;
  }
}
