import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { updateEmailSettings } from '#lib/server/use-cases/mail/email-settings.ts';
import { listAuditLogs } from '#lib/server/use-cases/audit/list-audit-logs.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { verifySignedPath } from '#lib/server/storage/signed-path.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
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
import { setMail, workOff } from '../../../../../tests/support/mail.ts';
import { joined, person, superadmin } from '../../../../../tests/support/people.ts';
import { testServices } from '../../../../../tests/support/services.ts';
import { startSmtp, type TestSmtp } from '../../../../../tests/support/smtp-server.ts';
import { listCertificateMails } from './list-mails.ts';
import { LARGEST_ATTACHED, MOST_ATTEMPTS } from './mail-certificate.ts';
import { sendCertificate } from './send-certificate.ts';

let database: TestDatabase;
let services: Services;
let smtp: TestSmtp;
let laboratory: CalibratedLaboratory;
let treatment: { status: number } | null = null;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  smtp = await startSmtp({ treat: (to) => (to.startsWith('plain') ? null : treatment) });
  await setMail(services, smtp);
  laboratory = await calibratedLaboratory(services);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});
beforeEach(async () => {
  treatment = null;
  smtp.mails.length = 0;
  await execute(database.url, 'DELETE FROM login_attempts');
});

const TO = 'buyer@customer.example';
const calibrated = async () => (await recorded(services, laboratory.technician, internalBody(laboratory))).id;
const send = (id: string, given: object = {}, actor: PersonActor = laboratory.technician) =>
  sendCertificate(services, actor, id, { to: TO, ...given });
const post = () => workOff(database.url, services, 'mail_certificate');
const mailsOf = (id: string) => listCertificateMails(services, laboratory.technician, id);
const withoutBreaks = (source: string) => source.replace(/=\r\n/gu, '');

test('a certificate is mailed as it was issued, once, in the language chosen, with the sender’s words quoted', async () => {
  const id = await calibrated();
  const message = 'Bitte <b>prüfen</b>.\r\n-- \r\nBcc: everybody@customer.example\u202e';
  expect(await send(id, { language: 'de', message })).toMatchObject({ to: TO, state: 'queued', fault: null });
  expect(await post()).toBe(1);
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual([TO]);
  const source = mail?.source ?? '';
  const [head = ''] = source.split('\r\n\r\n');
  expect(head).not.toContain('Bcc');
  expect(head).toMatch(/^Reply-To: Tess Technician\s+</m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(source).toMatch(/^> Bitte <b>prüfen<\/b>\.\r?\n> --\r?\n> Bcc: everybody@customer\.example\s*$/m);
  expect(source).toContain('<blockquote');
  expect(source).toContain('Bitte &lt;b&gt;prüfen&lt;/b&gt;.<br>');
  expect(source).toContain('kalibriert am 20. November 2026, ist als PDF-Datei angehängt.');
  expect(source).toMatch(/http:\/\/localhost:3000\/verify\/[0-9a-f]{32}\b/);
  expect(source).not.toContain(`/verify/${id}`);
  expect(source).toMatch(/filename="?LAB-2026-\d+\.pdf/);
  const [sent, ...others] = await mailsOf(id);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ state: 'sent', fault: null, is_link: false, sent_by: { full_name: 'Tess Technician' } });
  const { items } = await listAuditLogs(services, laboratory.admin, {
    organization_id: laboratory.organizationId,
    limit: 5
  });
  expect(items[0]).toMatchObject({
    action: 'calibration.certificate_mailed',
    changes: { recipient: { old: null, new: TO } }
  });
});

test('the bytes that arrive are those that were issued', async () => {
  const id = await calibrated();
  await send(id, { message: '' });
  let attached: Uint8Array = Buffer.alloc(0);
  const watching: Services = {
    ...services,
    mailer: {
      ...services.mailer,
      send: (server, message) => {
        attached = message.attached?.content ?? attached;
        return services.mailer.send(server, message);
      }
    }
  };
  await workOff(database.url, watching, 'mail_certificate');
  const { rows } = await execute(database.url, 'SELECT sha256 FROM certificates WHERE calibration_id = $1', [id]);
  expect(rows).toEqual([{ sha256: createHash('sha256').update(attached).digest('hex') }]);
  expect(smtp.mails[0]?.source).not.toContain('<blockquote');
});

test('who may not send, and what may not be sent', async () => {
  const id = await calibrated();
  const viewer = await joined(services, await person(services, 'viewer'), laboratory.organizationId);
  await expect(send(id, {}, viewer)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(listCertificateMails(services, viewer, id)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = await person(services, 'technician');
  await expect(send(id, {}, stranger)).rejects.toMatchObject({ code: 'not_found' });
  await expect(send(await heldCalibration(laboratory))).rejects.toMatchObject({ code: 'certificate_held' });
  await voidCalibration(services, laboratory.admin, id, 'wrong');
  await expect(send(id)).rejects.toMatchObject({ code: 'already_voided' });
  expect(await post()).toBe(0);
});

test('what changes while a mail waits is known when it goes out', async () => {
  const voided = await calibrated();
  await send(voided);
  await voidCalibration(services, laboratory.admin, voided, 'wrong');
  const leaver = await joined(services, await person(services, 'technician'), laboratory.organizationId);
  const left = await calibrated();
  await send(left, {}, leaver);
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [leaver.userId]);
  await post();
  expect(await mailsOf(voided)).toMatchObject([{ state: 'failed', fault: 'voided' }]);
  expect(await mailsOf(left)).toMatchObject([{ state: 'failed', fault: 'no_right' }]);
  const off = await calibrated();
  await send(off);
  await updateEmailSettings(services, await superadmin(services), { enabled: false }, null);
  await post();
  expect(await mailsOf(off)).toMatchObject([{ state: 'failed', fault: 'mail_off' }]);
  await expect(send(off)).rejects.toMatchObject({ code: 'mail_not_configured' });
  await setMail(services, smtp);
  expect(smtp.mails).toEqual([]);
});

test('a refused recipient is final; a server that is busy is asked again, a bounded number of times', async () => {
  const id = await calibrated();
  treatment = { status: 550 };
  await send(id);
  await post();
  expect(await mailsOf(id)).toMatchObject([{ state: 'failed', fault: 'refused' }]);
  treatment = { status: 451 };
  const busy = await calibrated();
  await send(busy);
  for (let n = 1; n < MOST_ATTEMPTS; n++) {
    await expect(post()).rejects.toThrow();
    expect(await mailsOf(busy)).toMatchObject([{ state: 'queued', fault: 'unreachable', finished_at: null }]);
  }
  expect(await post()).toBe(1);
  expect(await mailsOf(busy)).toMatchObject([{ state: 'failed', fault: 'unreachable' }]);
});

test('what became of a mail is listed for thirty days; one that waits stays, and the audit log keeps both', async () => {
  const id = await calibrated();
  await send(id);
  await post();
  await send(id, { to: 'waits@customer.example' });
  const sentOn = async (days: number) => {
    const now = () => new Date(Date.now() + days * 86_400_000);
    await handlers.remove_expired({ ...services, now }, {});
    return (await mailsOf(id)).map(({ to }) => to);
  };
  expect(await sentOn(29)).toEqual(['waits@customer.example', TO]);
  expect(await sentOn(31)).toEqual(['waits@customer.example']);
  const { items } = await listAuditLogs(services, laboratory.admin, {
    organization_id: laboratory.organizationId,
    limit: 50
  });
  const mailed = items.filter(
    ({ resource_id, action }) => resource_id === id && action === 'calibration.certificate_mailed'
  );
  expect(mailed).toHaveLength(2);
});

test('nobody sends without end: neither to one address nor from one person', async () => {
  const id = await calibrated();
  for (let n = 0; n < 20; n++) await send(id);
  await expect(send(id)).rejects.toMatchObject({ code: 'too_many_requests' });
  for (let n = 0; n < 40; n++) await send(id, { to: `plain${n}@customer.example` });
  await expect(send(id, { to: 'plain@customer.example' })).rejects.toMatchObject({ code: 'too_many_requests' });
  await send(id, { to: 'plain@customer.example' }, laboratory.admin);
  expect(await mailsOf(id)).toHaveLength(61);
  await execute(database.url, `DELETE FROM graphile_worker._private_jobs`);
});

test('a file that is too large to be attached is linked, and a record of another laboratory is named as one', async () => {
  const { id } = await recorded(services, laboratory.admin, externalBody(laboratory.asset));
  await send(id, { language: 'fr' });
  await post();
  expect(withoutBreaks(smtp.mails[0]?.source ?? '')).toMatch(/Subject: .*Constat/);
  const large = Buffer.alloc(LARGEST_ATTACHED + 1);
  const key = `certificates/${id}/large.pdf`;
  await services.store.put(key, large, { contentType: 'application/pdf' });
  await execute(database.url, 'ALTER TABLE certificates DISABLE TRIGGER USER');
  await execute(
    database.url,
    'UPDATE certificates SET bytes = $2, sha256 = $3, object_key = $4 WHERE calibration_id = $1',
    [id, large.length, createHash('sha256').update(large).digest('hex'), key]
  );
  await execute(database.url, 'ALTER TABLE certificates ENABLE TRIGGER USER');
  await send(id);
  await post();
  const source = withoutBreaks(smtp.mails[1]?.source ?? '');
  expect(source).not.toMatch(/Content-Disposition/i);
  expect(source).toContain('is too large to be attached. You can download it until 28 November 2026');
  const link = /http:\/\/localhost:3000\/storage\/\S+/.exec(source)?.[0] ?? '';
  expect(verifySignedPath(new URL(link), services, new Date('2026-11-28T09:00:00Z'))).toMatchObject({ key });
  expect(verifySignedPath(new URL(link), services, new Date('2026-11-28T10:00:00Z'))).toBeNull();
  expect(await mailsOf(id)).toMatchObject([{ state: 'sent', is_link: true }, { is_link: false }]);
});
