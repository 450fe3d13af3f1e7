import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#lib/server/jobs/registry.ts';
import { updateNotificationPreferences } from '#lib/server/use-cases/people/notification-preferences.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { deactivateOrganization } from '#lib/server/use-cases/organizations/deactivate-organization.ts';
import { requestToJoin } from '#lib/server/use-cases/organizations/join-requests.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { externalBody, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { waitingJobs, withMail, workOff } from '../../../../../tests/support/mail.ts';
import { joined, organizationOf, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import type { TestSmtp } from '../../../../../tests/support/smtp-server.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  smtp = await withMail(services);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

/** A laboratory with a recorder and a colleague, and a calibration that was just recorded. */
async function laboratory() {
  const { organization, founder } = await organizationOf(
    services,
    await person(services, 'technician', 'Rita Recorder')
  );
  const colleague = await joined(services, await person(services, 'technician', 'Carl Colleague'), organization.id);
  const record = async () => {
    const asset = await createAsset(services, founder, {
      name: 'Outlet transmitter',
      asset_id: `TT-${Math.random().toString(36).slice(2, 8)}`,
      organization_id: organization.id
    });
    return recorded(services, founder, externalBody(asset));
  };
  const { email } = await getMe(services, colleague);
  return { founder, organization, colleague, email, record };
}
const notify = () => workOff(database.url, services, 'notify_calibration_recorded');
const post = () => workOff(database.url, services, 'mail_notice');
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const inbox = async (actor: Parameters<typeof listNotifications>[1]) =>
  (await listNotifications(services, actor, { limit: 50 })).items.length;

test('a calibration recorded is mailed to colleagues in their language, not to the recorder, and once', async () => {
  const { founder, colleague, email, record } = await laboratory();
  await updateMe(services, colleague, 'no session', { language: 'fr' }, null);
  const { id } = await record();
  await notify();
  await handlers.notify_calibration_recorded(services, { calibration_id: id });
  expect(await waitingJobs(database.url, 'mail_notice')).toHaveLength(1);
  await post();
  expect(mailsTo(email)).toHaveLength(1);
  expect(mailsTo(email)[0]?.source).toContain('a été étalonné');
  expect(mailsTo(email)[0]?.source).toContain(`${services.origin}/calibrations/${id}`);
  expect(mailsTo((await getMe(services, founder)).email)).toEqual([]);
});

test('each channel is chosen by itself: mail, the inbox, both or neither', async () => {
  const { colleague, email, record } = await laboratory();
  for (const [channels, mails, notices] of [
    [{ email: false, in_app: true }, 0, 1],
    [{ email: true, in_app: false }, 1, 1],
    [{ email: false, in_app: false }, 1, 1],
    [{ email: true, in_app: true }, 2, 2]
  ] as const) {
    await updateNotificationPreferences(services, colleague, { calibration_recorded: channels });
    await record();
    await notify();
    await post();
    expect([mailsTo(email).length, await inbox(colleague)]).toEqual([mails, notices]);
  }
});

test('whoever was deactivated while the mail waited is not notified', async () => {
  const { colleague, email, record } = await laboratory();
  await record();
  await notify();
  await updateUser(services, await superadmin(services), colleague.userId, { is_active: false }, null);
  await post();
  expect(mailsTo(email)).toEqual([]);
});

test('an organization that was deactivated while mails waited is in none of them', async () => {
  const { founder, organization, email, record } = await laboratory();
  const { email: admin } = await getMe(services, founder);
  await record();
  await requestToJoin(services, await person(services, 'technician'), organization.id);
  await notify();
  await workOff(database.url, services, 'notify_join_request');
  await deactivateOrganization(services, founder, organization.id);
  expect(await post()).toBe(2);
  expect([...mailsTo(email), ...mailsTo(admin)]).toEqual([]);
});

test('a mail server that fails leaves the job for another try, and the calibration and inbox as they are', async () => {
  const { colleague, record } = await laboratory();
  const failing = { ...services, mailer: { send: () => Promise.reject(new Error('down')), close: () => undefined } };
  await record();
  await notify();
  await expect(workOff(database.url, failing, 'mail_notice')).rejects.toThrow('down');
  expect(await inbox(colleague)).toBe(1);
  expect(await post()).toBe(1);
});

test('with mail off the inbox still gets it, and nothing is enqueued', async () => {
  await updateEmailSettings(services, await superadmin(services), { enabled: false }, null);
  const { colleague, record } = await laboratory();
  await record();
  await notify();
  expect(await waitingJobs(database.url, 'mail_notice')).toEqual([]);
  expect(await inbox(colleague)).toBe(1);
});
