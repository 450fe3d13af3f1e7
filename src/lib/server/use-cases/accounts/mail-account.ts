import { SYSTEM } from '#lib/laboratory/actor.ts';
import { issueMailedToken } from '#lib/server/auth/mailed-tokens.ts';
import { mayLetInByMail } from '#lib/server/db/email-settings.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { findUserByEmail } from '#lib/server/db/users.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import { composeMail } from '#lib/server/mail/compose-mail.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/**
 * Mails a token to the address of an account that needs one; otherwise does nothing. The token is created now, not when
 * it was requested: it never waits in the queue, and each retry creates a new one. With mail off none is created.
 */
export async function mailAccount(services: Services, { email, purpose }: JobPayloads['mail_account']): Promise<void> {
  const letter = await transaction(services.pool, SYSTEM, async (tx) => {
    const server = await findMailServer(tx, services);
    const person = await findUserByEmail(tx, email);
    if (server === null || person === null || !person.is_active) return null;
    // A sign-in link is never mailed to an unconfirmed address or through a server set by a person with fewer rights.
    if (person.former_email !== null || !(await mayLetInByMail(tx, person.id))) return null;
    if (purpose === 'verify_email' && person.is_verified) return null;
    return { server, person, token: await issueMailedToken(tx, person, purpose, services.now()) };
  });
  if (letter === null) return;
  const { server, person, token } = letter;
  await deliver(
    services,
    purpose,
    server,
    composeMail({ kind: purpose, name: person.full_name, token }, person, services.origin)
  );
}
