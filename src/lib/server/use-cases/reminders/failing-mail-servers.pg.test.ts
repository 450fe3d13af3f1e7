/** A mail server that hangs, or is gone in the middle of a mail: everybody has their mail in the end, and knows a second copy by its id. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '#lib/server/mail/mailer.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { cutLine, type CutLine } from '../../../../../tests/support/cut-line.ts';
import type { TestDatabase } from '../../../../../tests/support/database.ts';
import { depth } from '../../../../../tests/support/depth.ts';
import { setMail, workOff } from '../../../../../tests/support/mail.ts';
import {
  addTasks,
  byMailOnly,
  dayByDay,
  due,
  retireAll,
  type DayByDay
} from '../../../../../tests/support/reminded-laboratory.ts';
import { seeded } from '../../../../../tests/support/seeded.ts';
import { messageIdOf, startSilence, startSmtp, type TestSmtp } from '../../../../../tests/support/smtp-server.ts';

const ROUNDS = depth(12, 60);
const TIMEOUT_MS = 400;

let database: TestDatabase;
let services: Services;
let sweepOn: DayByDay['sweepOn'];
let smtp: TestSmtp;
let line: CutLine;
/** What happens between taking a mail and saying so. */
let onTaken: () => void;

beforeAll(async () => {
  const world = await dayByDay();
  ({ database, sweepOn } = world);
  smtp = await startSmtp({ onTaken: () => onTaken() });
  line = await cutLine(`smtp://127.0.0.1:${smtp.port}`);
  services = { ...world.services, mailer: createMailer({ timeoutMs: TIMEOUT_MS }) };
});
beforeEach(async () => {
  onTaken = () => undefined;
  smtp.mails.length = 0;
  await retireAll(database.url);
});
afterAll(async () => {
  services.mailer.close();
  await line.close();
  await smtp.close();
  await database.drop();
});

/** As the queue does: again, until it is sent. @returns how many attempts failed */
async function post(attempts = 1): Promise<number> {
  for (let failed = 0; failed < attempts; failed++) {
    try {
      await workOff(database.url, services, 'mail_reminders');
      return failed;
    } catch {
      line.dieAfter(null);
    }
  }
  return attempts;
}
const ports = { direct: () => smtp, cut: () => ({ ...smtp, port: Number(new URL(line.url).port) }) };
const idsOf = (mails: TestSmtp['mails']) => mails.map(messageIdOf);

test('one that takes connections and never answers is left; the mail waits, and goes out when it answers', async () => {
  await byMailOnly(services);
  const silence = await startSilence();
  await setMail(services, { ...smtp, port: silence.port });
  await sweepOn(0);
  expect(await post()).toBe(1);
  expect((await sweepOn(0)).due_soon).toEqual({ new: 0, delivered: 0, retry: 1 });
  silence.close();
  await setMail(services, ports.direct());
  expect(await post()).toBe(0);
  expect(smtp.mails).toHaveLength(1);
  expect((await sweepOn(1)).due_soon.retry).toBe(0);
});

test(`one that is gone in the middle, at ${ROUNDS} seeded places: each reminder is mailed, under one id each`, async () => {
  const { asset } = await byMailOnly(services);
  await setMail(services, ports.cut());
  const before = line.sent();
  await sweepOn(0);
  expect(await post()).toBe(0);
  const whole = line.sent() - before;
  const random = seeded(20261127);
  let broken = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    await addTasks(database.url, asset, [{ name: `Round ${round}`, due: due(round + 29) }]);
    await sweepOn(round);
    // Connections are kept for the next mail: it breaks while they are opened, or in the mail.
    line.cut();
    line.dieAfter(random(Math.round(1.1 * whole)));
    broken += await post(4);
    line.dieAfter(null);
  }
  expect(broken).toBeGreaterThan(ROUNDS / 3);
  expect(broken).toBeLessThan(4 * ROUNDS);
  const tasks = new Set(smtp.mails.flatMap(({ source }) => source.match(/SUMMARY:Round \d+/g) ?? []));
  expect(tasks.size).toBe(ROUNDS);
  expect(new Set(idsOf(smtp.mails)).size).toBe(ROUNDS + 1);
});

test('one that is gone after it has taken a mail gets it again, under the same id, by which a reader knows it', async () => {
  await byMailOnly(services);
  await setMail(services, ports.cut());
  await sweepOn(0);
  onTaken = () => line.cut();
  expect(await post()).toBe(1);
  onTaken = () => undefined;
  expect(await post()).toBe(0);
  expect(smtp.mails).toHaveLength(2);
  expect(new Set(idsOf(smtp.mails)).size).toBe(1);
});
