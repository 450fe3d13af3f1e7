/** Every category of notification that an event sends, by what its reader has chosen for each channel. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM, type PersonActor } from '#lib/laboratory/actor.ts';
import { EVENT_CATEGORIES, type EventCategory, type NotificationPreference } from '#lib/records/notifications.ts';
import { findBackupState } from '#lib/server/db/backups.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { returnCalibration } from '#lib/server/use-cases/calibrations/return-calibration.ts';
import { importSigningCertificate } from '#lib/server/use-cases/certificates/import-signing-certificate.ts';
import { listNotifications } from '#lib/server/use-cases/notifications/inbox.ts';
import { changeMember } from '#lib/server/use-cases/organizations/change-member.ts';
import { approveJoinRequest } from '#lib/server/use-cases/organizations/decide-join-request.ts';
import { requestToJoin } from '#lib/server/use-cases/organizations/join-requests.ts';
import { updateOrganization } from '#lib/server/use-cases/organizations/update-organization.ts';
import { updateNotificationPreferences } from '#lib/server/use-cases/people/notification-preferences.ts';
import { updateUser } from '#lib/server/use-cases/people/update-user.ts';
import { createWebhook } from '#lib/server/use-cases/webhooks/create-webhook.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import {
  calibratedLaboratory,
  externalBody,
  internalBody,
  recorded,
  type CalibratedLaboratory
} from '../../../../../tests/support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { heldCalibration } from '../../../../../tests/support/held.ts';
import { waitingJobs, withMail } from '../../../../../tests/support/mail.ts';
import { signedIn } from '../../../../../tests/support/installation-sides.ts';
import { person, superadmin } from '../../../../../tests/support/people.ts';
import { pkcs12File } from '../../../../../tests/support/pkcs12.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import type { TestSmtp } from '../../../../../tests/support/smtp-server.ts';
import { notify } from './notify.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;
let lab: CalibratedLaboratory;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  smtp = await withMail(services);
  lab = await calibratedLaboratory(services, { private: false });
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

const run = (statement: string, values: readonly unknown[]) => execute(database.url, statement, [...values]);
async function reviewed(): Promise<string> {
  const { admin, organizationId } = lab;
  await changeMember(services, admin, { organizationId, userId: admin.userId }, { may_release: true });
  await updateOrganization(services, admin, organizationId, { release: 'second_person' }, null);
  const { id } = await recorded(services, lab.technician, internalBody(lab));
  await updateOrganization(services, admin, organizationId, { release: 'automatic' }, null);
  return id;
}
const requestOf = async (newcomer: PersonActor) => {
  const { id } = await requestToJoin(services, newcomer, lab.organizationId);
  return { organization_id: lab.organizationId, join_request_id: id };
};

/** Makes an event happen, whose reader has chosen already. */
type Event = (reader: PersonActor) => Promise<object>;
type Case = {
  readonly category: EventCategory;
  readonly preference: NotificationPreference | null;
  readonly inApp: 'chosen' | 'always';
  readonly mail: 'chosen' | 'always' | 'never';
  readonly reader: () => PersonActor | Promise<PersonActor>;
  readonly event: Event;
};
const admin = () => lab.admin;
const CASES: readonly Case[] = [
  { category: 'calibration_recorded', preference: 'calibration_recorded', inApp: 'chosen', mail: 'chosen', reader: admin,
    event: async () => ({ calibration_id: (await recorded(services, lab.technician, externalBody(lab.reference))).id }) },
  { category: 'out_of_tolerance', preference: 'calibration_recorded', inApp: 'always', mail: 'chosen', reader: admin,
    event: async () => ({ calibration_id: (await recorded(services, lab.technician, internalBody(lab))).id }) },
  { category: 'certificate_held', preference: 'calibration_recorded', inApp: 'always', mail: 'chosen', reader: admin,
    event: async () => ({ calibration_id: await heldCalibration(lab) }) },
  { category: 'release_waiting', preference: 'calibration_recorded', inApp: 'always', mail: 'chosen', reader: admin,
    event: async () => ({ calibration_id: await reviewed() }) },
  { category: 'release_returned', preference: 'calibration_recorded', inApp: 'always', mail: 'chosen', reader: () => lab.technician,
    event: async () => {
      const id = await reviewed();
      await returnCalibration(services, lab.admin, id, 'Point 3 is far off');
      return { calibration_id: id };
    } },
  { category: 'join_request', preference: 'join_request', inApp: 'always', mail: 'chosen', reader: admin,
    event: async () => requestOf(await person(services, 'technician')) },
  { category: 'join_decision', preference: 'join_decision', inApp: 'chosen', mail: 'chosen', reader: () => person(services, 'technician'),
    event: async (reader) => {
      const about = await requestOf(reader);
      const key = { organizationId: lab.organizationId, requestId: about.join_request_id };
      await approveJoinRequest(services, lab.admin, key);
      return about;
    } },
  { category: 'webhook_turned_off', preference: null, inApp: 'always', mail: 'always', reader: admin,
    event: async () => {
      const given = { organization_id: lab.organizationId, name: 'Planning', url: 'https://planning.example', events: ['asset.overdue' as const] };
      const { id } = await createWebhook(services, lab.admin, given);
      await run(`UPDATE webhooks SET is_active = false, turned_off = 'gone', turned_off_at = now() WHERE id = $1`, [id]);
      return { webhook_id: id, at: services.now().toISOString() };
    } },
  { category: 'signing_certificate_expires', preference: null, inApp: 'always', mail: 'always', reader: admin,
    event: async () => {
      const [name, password] = ['Laboratory', 'a long password'];
      const pkcs12 = await pkcs12File(name, password);
      await importSigningCertificate(services, await signedIn(database, lab.admin), lab.organizationId, { pkcs12, password });
      const { rows } = await run(`SELECT id FROM signing_certificates WHERE is_current AND kind = 'imported' AND organization_id = $1`, [lab.organizationId]);
      return { signing_certificate_id: String(rows[0]?.id) };
    } },
  { category: 'second_factor_changed', preference: null, inApp: 'always', mail: 'always', reader: admin,
    event: ({ userId }) => Promise.resolve({ change_id: randomUUID(), user_id: userId, change: 'added', by: null, left: 10 }) },
  { category: 'backup_failed', preference: null, inApp: 'always', mail: 'always', reader: () => superadmin(services),
    event: async () => {
      await run(`UPDATE installation SET backup_failing_since = clock_timestamp(), backup_failure = 'disk full'`, []);
      const { backup_failing_since } = await transaction(services.pool, SYSTEM, findBackupState);
      return { since: backup_failing_since };
    } },
  { category: 'mail_settings_changed', preference: null, inApp: 'always', mail: 'never',
    reader: async () => {
      const colleague = await person(services, 'admin');
      await updateUser(services, await superadmin(services), colleague.userId, { role: 'superadmin' }, null);
      return { ...colleague, role: 'superadmin' };
    },
    event: async () => ({ change_id: randomUUID(), changed_by: (await superadmin(services)).userId, host: 'mail.example' }) }
]; // prettier-ignore

test('every category that an event sends is below', () => {
  expect(CASES.map(({ category }) => category).toSorted()).toEqual(EVENT_CATEGORIES.toSorted());
});

test.each(CASES)('$category: in the app $inApp, by mail $mail', { timeout: 60_000 }, async (one) => {
  const { category, preference, inApp, mail } = one;
  for (const chosen of [
    { email: false, in_app: false },
    { email: true, in_app: false },
    { email: false, in_app: true },
    { email: true, in_app: true }
  ]) {
    const reader = await one.reader();
    if (preference !== null) await updateNotificationPreferences(services, reader, { [preference]: chosen });
    const about = await one.event(reader);
    await execute(database.url, 'DELETE FROM graphile_worker._private_jobs');
    const before = await shown(reader, category);
    await notify(services, category, about as never);
    const mails = (await waitingJobs(database.url, 'mail_notice')).filter(
      ({ payload }) => (payload as { user_id: string }).user_id === reader.userId
    );
    expect((await shown(reader, category)) - before).toBe(inApp === 'always' || chosen.in_app ? 1 : 0);
    expect(mails.length).toBe(mail === 'always' || (mail === 'chosen' && chosen.email) ? 1 : 0);
  }
});

const shown = async (reader: PersonActor, category: EventCategory): Promise<number> =>
  (await listNotifications(services, reader, { limit: 100 })).items.filter((one) => one.category === category).length;
