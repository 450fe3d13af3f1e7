/**
 * The process of a sweep, or of a mail about it, is killed at thirty seeded places: its connections to the database end after so many
 * bytes, and nothing that it would still do reaches the database. Then the work is done again, as the queue does.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '#lib/server/use-cases/services.ts';
import { cutLine, type CutLine } from '../../../../../tests/support/cut-line.ts';
import { execute, type TestDatabase } from '../../../../../tests/support/database.ts';
import { killer } from '../../../../../tests/support/killed.ts';
import { setMail, waitingJobs, workOff } from '../../../../../tests/support/mail.ts';
import {
  addTasks,
  choose,
  dayByDay,
  due,
  instrument,
  remindedLaboratory
} from '../../../../../tests/support/reminded-laboratory.ts';
import { seeded } from '../../../../../tests/support/seeded.ts';
import { messageIdOf, startSmtp, type TestSmtp } from '../../../../../tests/support/smtp-server.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { mailReminders } from './mail-reminders.ts';
import { sweepReminders } from './sweep-reminders.ts';
import { depth } from '../../../../../tests/support/depth.ts';

const ROUNDS = depth(10, 30);
const TASKS = 3;

let database: TestDatabase;
let line: CutLine;
let services: Services;
let be: (day: string) => void;
let smtp: TestSmtp;

beforeAll(async () => {
  ({ database, services, be } = await dayByDay());
  line = await cutLine(asOwner(database.url));
  smtp = await startSmtp();
  await setMail(services, smtp);
});
afterAll(async () => {
  services.mailer.close();
  await smtp.close();
  await line.close();
  await database.drop();
});

const sweep = (doomed: Services) => sweepReminders(doomed);
const mail = (doomed: Services, user_id: string) => mailReminders(doomed, { user_id });

test(`${ROUNDS} times killed in the middle: no reminder is lost and none comes twice, in the app or by mail`, async () => {
  const labs = [await remindedLaboratory(services), await remindedLaboratory(services)];
  const instruments = await Promise.all(labs.map((lab) => instrument(services, lab)));
  // By mail alone for one person of the first laboratory.
  await choose(services, labs[0]?.technician ?? fail(), true, false);
  const killed = killer(line, services, seeded(20261123));
  const ends = { sweeps: 0, mails: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    be(due(round));
    for (const one of instruments) {
      const tasks = Array.from({ length: TASKS }, (_, k) => ({
        name: `Check ${round}-${k + 1}`,
        due: due(round + 29)
      }));
      await addTasks(database.url, one, tasks);
    }
    ends.sweeps += Number(await killed(sweep));
    await sweepReminders(services);
    for (const { payload } of await waitingJobs(database.url, 'mail_reminders')) {
      ends.mails += Number(await killed(mail, (payload as { user_id: string }).user_id));
    }
    await workOff(database.url, services, 'mail_reminders');
  }
  // Both kinds of end came about, so that the places lay within the work.
  expect(ends.sweeps).toBeGreaterThan(0);
  expect(ends.sweeps).toBeLessThan(ROUNDS);
  expect(ends.mails).toBeGreaterThan(0);
  expect(ends.mails).toBeLessThan(ROUNDS * 4);

  const { rows } = await execute(
    database.url,
    `SELECT u.email, p.email IS NOT DISTINCT FROM true AND NOT p.in_app AS by_mail_alone, count(n.id)::int AS shown,
            count(DISTINCT n.event_key)::int AS events
     FROM memberships m JOIN users u ON u.id = m.user_id AND u.role <> 'viewer'
     LEFT JOIN notification_preferences p ON p.user_id = u.id
     LEFT JOIN notifications n ON n.user_id = u.id AND n.category = 'task_due' AND n.event_key LIKE 'due:%:due_soon'
     WHERE m.organization_id = ANY ($1) GROUP BY 1, 2`,
    [labs.map(({ organizationId }) => organizationId)]
  );
  expect(rows).toHaveLength(4);
  const all = ROUNDS * TASKS;
  for (const { email, by_mail_alone: byMail, shown, events } of rows as Row[]) {
    expect({ email, shown, events }).toEqual({ email, shown: byMail ? 0 : all, events: byMail ? 0 : all });
    // A mail whose sending was not noted is sent again under its Message-ID, by which a mail server drops it.
    const mails = new Map(
      smtp.mails.filter(({ to }) => to.includes(email)).map((mail) => [messageIdOf(mail), mail.source])
    );
    const lines = [...mails.values()].flatMap((source) => source.match(/SUMMARY:Check \d+-\d+/g) ?? []);
    expect({ email, mailed: lines.length, distinct: new Set(lines).size }).toEqual({
      email,
      mailed: all,
      distinct: all
    });
  }
}, 180_000);

type Row = { readonly email: string; readonly by_mail_alone: boolean; readonly shown: number; readonly events: number };
const fail = (): never => {
  throw new Error('the laboratory or the mail is not as the test made it');
};
