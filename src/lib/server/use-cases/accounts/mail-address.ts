import { SYSTEM } from '#lib/laboratory/actor.ts';
import type { User } from '#lib/contracts/people.ts';
import { issueMailedToken } from '#lib/server/auth/mailed-tokens.ts';
import { mayLetInByMail } from '#lib/server/db/email-settings.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';
import type { JobPayloads } from '#lib/server/jobs/queue.ts';
import { composeMail, type Letter } from '#lib/server/mail/compose-mail.ts';
import { deliver } from '#lib/server/use-cases/mail/deliver.ts';
import { findMailServer } from '#lib/server/use-cases/mail/mail-server.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Payload = JobPayloads['mail_address'];

/** Mails about a change of address; nothing is sent if it is no longer true when the job runs, or if mail is off. */
export async function mailAddress(services: Services, payload: Payload): Promise<void> {
  const found = await transaction(services.pool, SYSTEM, async (tx) => {
    const server = await findMailServer(tx, services);
    const person = await findUser(tx, payload.user_id);
    if (server === null || !person?.is_active) return null;
    const letter = await letterFor(tx, person, payload, services.now());
    return letter === null ? null : { server, person, letter };
  });
  if (found === null) return;
  const { server, person, letter } = found;
  await deliver(
    services,
    payload.about,
    server,
    composeMail(letter, { ...person, email: payload.to }, services.origin)
  );
}

async function letterFor(tx: Tx, person: User, { about, to }: Payload, now: Date): Promise<Letter | null> {
  const { full_name: name, email, former_email, pending_email } = person;
  switch (about) {
    case 'confirm_email':
      if (pending_email !== to) return null;
      return { kind: about, name, token: await issueMailedToken(tx, { id: person.id, email: to }, about, now) };
    case 'address_wanted':
      return { kind: about, name, address: pending_email ?? email };
    case 'address_changed': {
      if (former_email !== to) return null;
      // If the person who changed the address could read the link, the owner confirms from a session.
      const token = (await mayLetInByMail(tx, person.id))
        ? await issueMailedToken(tx, person, 'confirm_email', now)
        : null;
      return { kind: about, name, address: email, token };
    }
  }
}
