import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import { getMe } from '#lib/server/use-cases/people/read-users.ts';
import { updateMe } from '#lib/server/use-cases/people/update-me.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { setMail, waitingJobs, workOff } from '../../../../../tests/support/mail.ts';
import { joined } from '../../../../../tests/support/people.ts';
import {
  addTasks,
  byMailOnly,
  calibrate,
  choose,
  FIRST_DAY,
  instrument,
  dayByDay,
  due,
  type DayByDay,
  remindedLaboratory,
  retireAll
} from '../../../../../tests/support/reminded-laboratory.ts';
import { startSmtp, type TestSmtp } from '../../../../../tests/support/smtp-server.ts';

let database: TestDatabase;
let services: Services;
let be: DayByDay['be'];
let sweepOn: DayByDay['sweepOn'];
let smtp: TestSmtp;
/** What the mail server does with a recipient: null takes it. */
let treat: () => { readonly status: number } | null;

beforeAll(async () => {
  ({ database, services, be, sweepOn } = await dayByDay());
  smtp = await startSmtp({ treat: () => treat() });
  await setMail(services, smtp);
});
beforeEach(async () => {
  treat = () => null;
  smtp.mails.length = 0;
  be(FIRST_DAY);
  // Each test begins with nothing due.
  await retireAll(database.url);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await database.drop();
});

const post = () => workOff(database.url, services, 'mail_reminders');
const forget = () =>
  execute(database.url, 'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs');
const mailsTo = async (actor: PersonActor) => {
  const { email } = await getMe(services, actor);
  return smtp.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);
};
/** A header as its reader sees it: unfolded, its encoded words decoded (RFC 2047). */
const header = (source: string, name: string) =>
  new RegExp(`^${name}: (.+)$`, 'mi')
    .exec(source.replace(/\r?\n[ \t]+/g, ' '))?.[1]
    ?.trim()
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('=', '%'))
    );
test('one mail a person and day, with all instruments by organization and location, in the reader’s language', async () => {
  const [first, second] = [await remindedLaboratory(services, 'Ahorn'), await remindedLaboratory(services, 'Birke')];
  const reader = await joined(services, first.technician, second.organizationId);
  await updateMe(services, reader, 'no session', { language: 'de' }, null);
  const oven = await createLocation(services, first.founder, {
    name: 'Ofen 3',
    organization_id: first.organizationId,
    is_calibration_lab: false
  });
  const placed = await instrument(services, first, { location_id: oven.id });
  const [loose, other] = [await instrument(services, first), await instrument(services, second)];
  await calibrate(services, first.founder, placed, { due_date: '2026-05-20' });
  await calibrate(services, first.founder, loose, { due_date: '2026-06-12' });
  await calibrate(services, second.founder, other, { due_date: '2026-06-09' });
  await sweepOn(0);
  await post();
  const [mail = '', ...more] = await mailsTo(reader);
  expect(more).toEqual([]);
  expect(header(mail, 'Subject')).toBe('1 überfällig, 2 bald fällig');
  const text = mail.slice(mail.indexOf('Guten Tag'), mail.indexOf('<!doctype'));
  const order = [
    'Ahorn · Ofen 3',
    `${placed.asset_id} · Thermometer: überfällig seit 20. Mai 2026`,
    `${services.origin}/assets/${placed.id}`,
    'Ahorn · Ohne Standort',
    `${loose.asset_id} · Thermometer: fällig am 12. Juni 2026`,
    'Birke · Ohne Standort',
    `${other.asset_id} · Thermometer: fällig am 9. Juni 2026`,
    `${services.origin}/profile/notifications`
  ].map((part) => text.indexOf(part));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(mail).toMatch(/Content-Type: text\/calendar[^]*plumbline\.ics/);
  expect(mail.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(mail).toContain('DTSTART;VALUE=DATE:20260612');
});

test('what comes up later on the same day waits for the mail of the next; a second sweep sends nothing twice', async () => {
  const lab = await remindedLaboratory(services);
  await calibrate(services, lab.founder, await instrument(services, lab), { due_date: due(10) });
  await sweepOn(0);
  await post();
  const late = await instrument(services, lab);
  await calibrate(services, lab.founder, late, { due_date: due(12) });
  await sweepOn(0);
  await post();
  expect(await mailsTo(lab.technician)).toHaveLength(1);
  await sweepOn(1);
  await post();
  const [, second = '', ...more] = await mailsTo(lab.technician);
  expect(more).toEqual([]);
  expect(second.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(second).toContain(late.asset_id);
});

test('it counts as reminded when the mail server has taken the mail, and not before', async () => {
  const lab = await byMailOnly(services);
  expect((await sweepOn(0)).due_soon).toEqual({ new: 1, delivered: 0, retry: 1 });
  expect((await sweepOn(0)).due_soon).toEqual({ new: 0, delivered: 0, retry: 1 });
  await post();
  expect(await mailsTo(lab.technician)).toHaveLength(1);
  expect((await sweepOn(1)).due_soon).toEqual({ new: 0, delivered: 0, retry: 0 });
  expect(await post()).toBe(0);
});

test('a mail that was refused for good is tried again by the next sweep if nobody has been notified in another way', async () => {
  const lab = await byMailOnly(services);
  treat = () => ({ status: 550 });
  await sweepOn(0);
  await post();
  treat = () => null;
  expect(await mailsTo(lab.technician)).toEqual([]);
  expect((await sweepOn(1)).due_soon).toEqual({ new: 0, delivered: 0, retry: 1 });
  await post();
  expect(await mailsTo(lab.technician)).toHaveLength(1);
});

test('a server that is busy is asked again, and the mail keeps its Message-ID; the day after, it is still one mail', async () => {
  const lab = await byMailOnly(services);
  treat = () => ({ status: 451 });
  await sweepOn(0);
  await expect(post()).rejects.toThrow();
  treat = () => null;
  await post();
  const [id] = (await mailsTo(lab.technician)).map((source) => header(source, 'Message-ID'));
  expect(id).toMatch(/^<reminders\..+@localhost>$/);

  const other = await byMailOnly(services);
  treat = () => ({ status: 451 });
  await sweepOn(1);
  await expect(post()).rejects.toThrow();
  await forget();
  treat = () => null;
  await sweepOn(2);
  await post();
  expect(await mailsTo(other.technician)).toHaveLength(1);
  expect((await sweepOn(3)).due_soon.retry).toBe(0);
});

test('what is no longer so is not mailed: retired since, a member no more, mail turned off since', async () => {
  const [retired, left, off] = [await byMailOnly(services), await byMailOnly(services), await byMailOnly(services)];
  await sweepOn(0);
  expect(await waitingJobs(database.url, 'mail_reminders')).toHaveLength(3);
  await retireAsset(services, retired.founder, { ref: retired.asset.id });
  await removeMember(services, left.founder, { organizationId: left.organizationId, userId: left.technician.userId });
  await choose(services, off.technician, false, false);
  await post();
  expect(smtp.mails).toEqual([]);
});

test('a list longer than a mail is cut and says so; the calendar has all', async () => {
  const lab = await remindedLaboratory(services);
  const asset = await instrument(services, lab);
  await addTasks(
    database.url,
    asset,
    Array.from({ length: 230 }, (_, n) => ({ name: `Check ${n + 1}`, due: due(5) }))
  );
  await sweepOn(0);
  await post();
  const [mail = ''] = await mailsTo(lab.technician);
  expect(header(mail, 'Subject')).toBe('230 due soon');
  expect(mail).toContain('… and 30 more. The calendar file has them all.');
  expect(mail.match(/BEGIN:VEVENT/g)).toHaveLength(230);
});
