/** What happens stands in the outbox of each webhook that wants it, if and only if its transaction commits. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { addDays } from '#lib/laboratory/calibration-status.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { addRevision } from '#lib/server/db/certificate-revisions.ts';
import { openPool } from '#lib/server/db/pool.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { markVoided } from '#lib/server/db/void-calibrations.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { createCalibration } from '#lib/server/use-cases/calibrations/create-calibration.ts';
import { restoreCalibration, voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { issueCertificate } from '#lib/server/use-cases/certificates/issue-certificate.ts';
import { sweepReminders } from '#lib/server/use-cases/reminders/sweep-reminders.ts';
import { deleteWebhook, updateWebhook } from '#lib/server/use-cases/webhooks/change-webhook.ts';
import { pushAnswer, pushRequest } from '#sync/protocol/push.ts';
import { push } from '#sync/server/push.server.ts';
import { externalBody, internalBody, MEASURING, recorded } from '../../../../../tests/support/calibrated-laboratory.ts';
import { cutLine } from '../../../../../tests/support/cut-line.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { mutationOf } from '../../../../../tests/support/mutation.ts';
import { asOwner } from '../../../../../tests/support/template-database.ts';
import { TODAY } from '../../../../../tests/support/services.ts';
import { webhookLaboratory, type WebhookLaboratory } from '../../../../../tests/support/webhook-laboratory.ts';
import { deliverDue, startReceiver, verified, type Receiver } from '../../../../../tests/support/webhook-receiver.ts';

let lab: WebhookLaboratory;
let receiver: Receiver;
beforeAll(async () => {
  lab = await webhookLaboratory();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await lab.database.drop();
});
afterEach(async () => {
  await execute(lab.database.url, 'DELETE FROM webhooks');
  receiver.taken.length = 0;
});

let count = 0;
const newAsset = (given: object = {}) =>
  createAsset(lab.services, lab.laboratory.admin, {
    ...MEASURING,
    asset_id: `W-${++count}`,
    name: 'Transmitter',
    organization_id: lab.laboratory.organizationId,
    ...given
  });
const told = async () => {
  await deliverDue(lab.database.url, lab.services);
  return receiver.taken.map(({ message }) => message);
};

test('a calibration that is posted, voided and restored, and its certificate, are told of with ids, number and link', async () => {
  const { services, laboratory } = lab;
  const { secret } = await lab.webhook(receiver.url);
  const asset = await newAsset();
  const { calibration } = await createCalibration(services, laboratory.technician, {
    id: randomUUID(),
    ...internalBody({ ...laboratory, asset })
  });
  await issueCertificate(services, calibration.id);
  // Issued already: nothing happens.
  await issueCertificate(services, calibration.id);
  await voidCalibration(services, laboratory.admin, calibration.id, 'wrong probe');
  await restoreCalibration(services, laboratory.admin, calibration.id);
  const data = {
    organization_id: laboratory.organizationId,
    asset: { id: asset.id, asset_id: asset.asset_id },
    channel_id: null,
    calibration: { id: calibration.id, version: 1, certificate_number: calibration.certificate?.number },
    link: `http://localhost:3000/calibrations/${calibration.id}`
  };
  const messages = await told();
  expect(messages.map(({ type }) => type)).toEqual([
    'calibration.recorded',
    'certificate.issued',
    'calibration.voided',
    'calibration.restored'
  ]);
  for (const message of messages) {
    expect(message.data).toEqual(data);
    expect(Object.keys(message)).toEqual(['type', 'timestamp', 'data']);
    expect(new Date(message.timestamp).toISOString().slice(0, 19)).toBe(message.timestamp.slice(0, 19));
  }
  for (const taken of receiver.taken) expect(verified(taken, secret)).toEqual(taken.message);
});

test('a certificate that is signed again is told of again, one with proofs added is not', async () => {
  const { services, laboratory } = lab;
  const { id } = await recorded(services, laboratory.technician, internalBody(laboratory));
  await issueCertificate(services, id);
  await lab.webhook(receiver.url, { events: ['certificate.issued'] });
  const file = { sha256: 'a'.repeat(64), object_key: 'certificates/x.pdf', bytes: 1, level: 'B-T' as const };
  const add = (number: number, continues: string | null) =>
    transaction(services.pool, SYSTEM, (tx) =>
      addRevision(tx, id, { ...file, number, continues, madeAt: services.now() })
    );
  await add(1, 'b'.repeat(64));
  expect(await told()).toEqual([]);
  await add(2, null);
  expect(await told()).toMatchObject([{ type: 'certificate.issued', data: { calibration: { id } } }]);
});

test('of a push with several calibrations of one asset, each is told of in the order of the versions', async () => {
  const { services, laboratory } = lab;
  await lab.webhook(receiver.url, { events: ['calibration.recorded'] });
  const [one, other] = [await newAsset(), await newAsset()];
  const bodies = [one, one, other, one].map((asset, i) =>
    externalBody(asset, { calibration_date: addDays('2026-03-04', i) })
  );
  const mutations = bodies.map((body) => mutationOf(body, { created_at: '2026-11-20T16:00:00Z' }));
  const request = pushRequest.parse({ device_id: randomUUID(), sent_at: '2026-11-21T09:30:00.000Z', mutations });
  const answer = await push(services, laboratory.technician, request, async (text) =>
    createCalibrationBody.parse(JSON.parse(text))
  );
  expect(pushAnswer.parse(JSON.parse(JSON.stringify(answer))).results.map(({ status }) => status)).toEqual(
    bodies.map(() => 'applied')
  );
  const versions = (await told()).map(
    ({ data }) => `${data.asset?.asset_id ?? ''} v${data.calibration?.version ?? ''}`
  );
  expect(versions.filter((text) => text.startsWith(`${one.asset_id} `))).toEqual(
    [1, 2, 3].map((n) => `${one.asset_id} v${n}`)
  );
  expect(versions).toContain(`${other.asset_id} v1`);
  expect(versions).toHaveLength(4);
});

test('what falls due is told of once for each threshold, calibrations and tasks', async () => {
  const { laboratory } = lab;
  await lab.webhook(receiver.url, { events: ['asset.due_soon', 'asset.overdue'] });
  const task = { name: 'Ice point', kind: 'intermediate_check', interval: { value: 1, unit: 'months' }, next_due: addDays(TODAY, 5) } as const; // prettier-ignore
  const asset = await newAsset({ tasks: [task] });
  const { id } = await recorded(lab.services, laboratory.admin, externalBody(asset, { due_date: addDays(TODAY, 10) }));
  const on = (day: number) => ({ ...lab.services, today: () => addDays(TODAY, day) });
  for (const day of [0, 1, 11, 12]) await sweepReminders(on(day));
  const messages = (await told()).filter(({ data }) => data.asset?.id === asset.id);
  const facts = ({ type, data }: (typeof messages)[number]) => [
    type,
    data['due_date'],
    data.calibration?.id ?? null,
    data['task_id'] === null ? 'calibration' : 'task'
  ];
  expect(messages.map(facts).sort()).toEqual(
    [
      ['asset.due_soon', addDays(TODAY, 10), id, 'calibration'],
      ['asset.due_soon', addDays(TODAY, 5), null, 'task'],
      ['asset.overdue', addDays(TODAY, 10), id, 'calibration'],
      ['asset.overdue', addDays(TODAY, 5), null, 'task']
    ].sort()
  );
  expect(new Set(messages.map(({ data }) => data['link']))).toEqual(
    new Set([`http://localhost:3000/calibrations/${id}`, `http://localhost:3000/assets/${asset.id}`])
  );
});

test('what is rolled back, and what a webhook does not want, is not told of; one that is off is told of nothing', async () => {
  const { services, laboratory, database } = lab;
  const wanting = await lab.webhook(receiver.url, { events: ['calibration.voided'], name: 'Voided' });
  const off = await lab.webhook(receiver.url, { name: 'Off' });
  await updateWebhook(services, laboratory.admin, off.id, { is_active: false }, null);
  const { id } = await recorded(services, laboratory.admin, externalBody(await newAsset()));
  await expect(
    transaction(database.pool, SYSTEM, async (tx) => {
      await markVoided(tx, id, laboratory.admin, null);
      throw new Error('rolled back');
    })
  ).rejects.toThrow('rolled back');
  expect([await lab.deliveries(wanting.id), await lab.deliveries(off.id)]).toEqual([[], []]);
  await voidCalibration(services, laboratory.admin, id, null);
  expect((await lab.deliveries(wanting.id)).map(({ event }) => event)).toEqual(['calibration.voided']);
  expect(await lab.deliveries(off.id)).toEqual([]);
});

test('deleting a webhook deletes what it waits for, and its job does nothing', async () => {
  const { services, laboratory } = lab;
  const { id } = await lab.webhook(receiver.url);
  await recorded(services, laboratory.admin, externalBody(await newAsset()));
  expect(await lab.deliveries(id)).toHaveLength(1);
  await deleteWebhook(services, laboratory.admin, id);
  expect(await lab.deliveries(id)).toEqual([]);
  expect(await told()).toEqual([]);
});

test('recording sends the database not a byte more with webhooks than without', async () => {
  const { services, laboratory, database } = lab;
  const line = await cutLine(asOwner(database.url));
  // One connection, so that what it does at its beginning counts once.
  const pool = await openPool(line.url, 1);
  const bytesOf = async () => {
    const body = externalBody(await newAsset());
    const before = line.sent();
    await recorded({ ...services, pool }, laboratory.admin, body);
    return line.sent() - before;
  };
  try {
    // Statements are sent whole until they are prepared on the connection.
    let without = await bytesOf();
    for (let before = 0; before !== without;) [before, without] = [without, await bytesOf()];
    for (const name of ['A', 'B', 'C']) await lab.webhook(receiver.url, { name });
    expect(await bytesOf()).toBe(without);
    const { rows } = await execute(database.url, 'SELECT count(*)::int AS n FROM webhook_deliveries');
    expect(rows).toEqual([{ n: 3 }]);
  } finally {
    await pool.end();
    await line.close();
  }
});
