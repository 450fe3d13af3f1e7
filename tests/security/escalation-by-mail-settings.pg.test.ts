/**
 * Mail settings let nobody become somebody else: a transition with its neighbours, role, tokens and sessions.
 */
import { describe, expect, test } from 'vitest';
import { etag } from '#lib/laboratory/freshness.ts';
import { resendVerification } from '#lib/server/use-cases/accounts/ask-for-mail.ts';
import { approveEmailSettings, getEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { execute } from '../support/database.ts';
import { CLIENT, joined, organizationOf, person } from '../support/people.ts';
import { mailIntrigue, mailsTo } from '../support/mail-intrigue.ts';

const { boss, change, database, emailOf, evil, forget, hijack, post, services, settings, smtp } = await mailIntrigue();

describe('a global admin who sets the mail server', () => {
  test('gets no link that signs in a superadmin, before or after other changes, and all superadmins are notified', async () => {
    const [admin, second] = [await person(services, 'admin', 'Malory'), await person(services, 'superadmin')];
    await hijack(admin);
    await forget(await emailOf(boss));
    await settings(admin, { from_name: 'Laboratory' });
    await forget(await emailOf(boss));
    expect([...evil.mails, ...smtp.mails]).toEqual([]);
    const { rows } = await execute(database.url, "SELECT FROM account_tokens WHERE purpose = 'reset_password'");
    expect(rows).toEqual([]);
    for (const told of [boss, second]) {
      const { items } = await listNotifications(services, told, { limit: 10 });
      expect(items).toHaveLength(2);
      expect(items[0]).toMatchObject({ category: 'mail_settings_changed', link: '/admin/mail' });
      expect(items[0]?.body).toContain('Malory');
    }
    expect((await listNotifications(services, admin, { limit: 10 })).items).toEqual([]);
  });

  test('gets none by a detail that a superadmin corrects later, only by what a superadmin sets or approves', async () => {
    const admin = await person(services, 'admin');
    const email = await emailOf(boss);
    const seen = await hijack(admin);
    expect(seen).toMatchObject({ is_approved: false, route_by: { id: admin.userId } });
    expect(await settings(boss, { from_name: 'Corrected' })).toMatchObject({ is_approved: false });
    await forget(email);
    expect(evil.mails).toEqual([]);
    // The server has changed since it was shown: nothing is approved unseen.
    await expect(approveEmailSettings(services, boss, etag(seen.updated_at))).rejects.toMatchObject({ code: 'stale' });
    await expect(approveEmailSettings(services, admin, null)).rejects.toMatchObject({ code: 'forbidden' });
    const { updated_at } = await getEmailSettings(services, boss);
    expect(await approveEmailSettings(services, boss, etag(updated_at))).toMatchObject({ is_approved: true });
    await forget(email);
    expect(mailsTo(evil, email)).toHaveLength(1);
    await settings(admin, { port: smtp.port });
    await settings(boss, { port: evil.port });
    await forget(email);
    expect(mailsTo(evil, email)).toHaveLength(2);
  });

  test('role: a superadmin who is demoted answers no more for the server that they set', async () => {
    const former = await person(services, 'superadmin');
    await hijack(former);
    expect(await getEmailSettings(services, boss)).toMatchObject({ is_approved: true });
    await change(boss, former.userId, { role: 'admin' });
    await forget(await emailOf(boss));
    expect(evil.mails).toEqual([]);
    expect(await getEmailSettings(services, boss)).toMatchObject({ is_approved: false });
  });

  test('tokens: gets no link to members of a private organization that is not theirs; others have theirs as before', async () => {
    const admin = await person(services, 'admin');
    const { organization, founder } = await organizationOf(services, await person(services, 'technician'), {
      private: true
    });
    const colleague = await joined(services, await person(services, 'technician'), organization.id);
    const stranger = await person(services, 'technician');
    await hijack(admin);
    for (const actor of [founder, colleague, stranger, admin]) await forget(await emailOf(actor));
    expect(evil.mails.flatMap(({ to }) => to)).toEqual([await emailOf(stranger), await emailOf(admin)]);
    // As a mere member the admin may still not become its admin.
    await joined(services, admin, organization.id);
    for (const actor of [founder, colleague]) await forget(await emailOf(actor));
    expect(evil.mails.flatMap(({ to }) => to).slice(2)).toEqual([await emailOf(colleague)]);
  });

  test('verification signs in, too: an account that is made unverified again gets no such mail there', async () => {
    const admin = await person(services, 'admin');
    const { founder } = await organizationOf(services, await person(services, 'technician'), { private: true });
    const email = await emailOf(founder);
    await hijack(admin);
    await change(admin, founder.userId, { is_verified: false });
    await resendVerification(services, CLIENT, { email });
    await post();
    expect(evil.mails).toEqual([]);
  });

  test('with mail off, none of this gets in the way', async () => {
    const admin = await person(services, 'admin');
    await settings(admin, { enabled: false });
    await forget(await emailOf(boss));
    await post();
    expect(await getEmailSettings(services, admin)).toMatchObject({ enabled: false, is_approved: false });
    expect(smtp.mails).toEqual([]);
  });
});
