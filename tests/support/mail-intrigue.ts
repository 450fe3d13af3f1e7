/** An installation whose mail goes to a server of the test, and a second server, of an admin who wants to read other people's mail. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { forgotPassword } from '#lib/server/use-cases/accounts/ask-for-mail.ts';
import { logIn } from '#lib/server/use-cases/accounts/log-in.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import { createTestDatabase, execute } from './database.ts';
import { setMail, workOff } from './mail.ts';
import { CLIENT, PASSWORD, superadmin } from './people.ts';
import { testServices } from './services.ts';
import { startSmtp, type TestSmtp } from './smtp-server.ts';

/** Each test begins with mail on, both mailboxes empty, and no notifications. */
export async function mailIntrigue() {
  const database = await createTestDatabase();
  const services = await testServices(database);
  const boss = await superadmin(services);
  const [smtp, evil] = [await startSmtp(), await startSmtp()];
  const post = () =>
    workOff(
      database.url,
      services,
      'mail_account',
      'mail_address',
      'notify_mail_settings_changed',
      'notify_join_request',
      'mail_notice'
    );
  beforeEach(async () => {
    await setMail(services, smtp);
    await post();
    evil.mails.length = 0;
    smtp.mails.length = 0;
    await execute(database.url, 'DELETE FROM login_attempts');
    await execute(database.url, 'DELETE FROM notifications');
  });
  afterAll(async () => {
    services.mailer.close();
    await smtp.close();
    await evil.close();
    await database.drop();
  });
  const settings = (actor: PersonActor, change: Parameters<typeof updateEmailSettings>[2]) =>
    updateEmailSettings(services, actor, change, null);
  return {
    database,
    services,
    boss,
    smtp,
    evil,
    post,
    settings,
    hijack: (actor: PersonActor) => settings(actor, { host: '127.0.0.1', port: evil.port }),
    change: (actor: PersonActor, id: string, body: Parameters<typeof updateUser>[3]) =>
      updateUser(services, actor, id, body, null),
    forget: async (email: string) => {
      await forgotPassword(services, { ...CLIENT, address: randomUUID() }, { email });
      await post();
    },
    emailOf: async (actor: PersonActor) => (await getMe(services, actor)).email,
    signIn: (email: string, password = PASSWORD) =>
      logIn(services, { ...CLIENT, address: randomUUID() }, { email, password, remember: true })
  };
}

export const mailsTo = (server: TestSmtp, email: string) => server.mails.filter(({ to }) => to.includes(email));
