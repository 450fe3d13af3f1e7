import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createWebhookBody, updateWebhookBody } from '#lib/contracts/webhooks.ts';
import { MOST_WEBHOOKS } from '#lib/records/webhooks.ts';
import { createWebhookSender } from '#lib/server/webhooks/send-message.ts';
import { execute } from '../../../../../tests/support/database.ts';
import { webhookLaboratory, type WebhookLaboratory } from '../../../../../tests/support/webhook-laboratory.ts';
import { deleteWebhook, renewWebhookSecret, updateWebhook } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { getWebhook, listWebhooks } from './read-webhooks.ts';

let lab: WebhookLaboratory;
beforeAll(async () => {
  lab = await webhookLaboratory();
});
afterAll(() => lab.database.drop());

const URL_OF_NOBODY = 'https://receiver.example/hook';
const body = (given: Partial<z.input<typeof createWebhookBody>> = {}) =>
  createWebhookBody.parse({
    organization_id: lab.laboratory.organizationId,
    name: 'Planning',
    url: URL_OF_NOBODY,
    events: ['calibration.recorded'],
    ...given
  });
const clear = () => execute(lab.database.url, 'DELETE FROM webhooks');

test('the secret is shown once, stored sealed, and the history has every change but no secret', async () => {
  await clear();
  const { services, laboratory, database } = lab;
  const made = await createWebhook(services, laboratory.admin, body());
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { secret: _secret, ...shown } = made;
  expect(await getWebhook(services, laboratory.admin, made.id)).toEqual(shown);
  expect(await listWebhooks(services, laboratory.admin, laboratory.organizationId)).toEqual([shown]);
  const stored = JSON.stringify((await execute(database.url, 'SELECT * FROM webhooks')).rows);
  expect(stored).not.toContain(made.secret.slice(6));
  const changed = await updateWebhook(services, laboratory.admin, made.id, { name: 'ERP', is_active: false }, null);
  expect(changed).toMatchObject({ name: 'ERP', is_active: false, url: URL_OF_NOBODY });
  await expect(
    updateWebhook(services, laboratory.admin, made.id, { name: 'Late' }, `"${made.updated_at}"`)
  ).rejects.toMatchObject({ code: 'stale' });
  const renewed = await renewWebhookSecret(services, laboratory.admin, made.id);
  await deleteWebhook(services, laboratory.admin, made.id);
  await expect(getWebhook(services, laboratory.admin, made.id)).rejects.toMatchObject({ code: 'not_found' });
  const { rows } = await execute(
    database.url,
    'SELECT action, changes FROM audit_log WHERE resource_id = $1 ORDER BY number',
    [made.id]
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.updated',
    'webhook.secret_renewed',
    'webhook.deleted'
  ]);
  for (const { secret } of [made, renewed]) expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
});

test(`an organization has at most ${MOST_WEBHOOKS}, also when several are made at once`, async () => {
  await clear();
  const { services, laboratory } = lab;
  const made = await Promise.allSettled(
    Array.from({ length: MOST_WEBHOOKS + 3 }, (_, n) =>
      createWebhook(services, laboratory.admin, body({ name: `W${n}` }))
    )
  );
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(3);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'too_many_webhooks' });
});

test('members who do not manage the organization see none of it', async () => {
  await clear();
  const { services, laboratory } = lab;
  const { id } = await createWebhook(services, laboratory.admin, body());
  const { technician, organizationId } = laboratory;
  await expect(listWebhooks(services, technician, organizationId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(getWebhook(services, technician, id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(createWebhook(services, technician, body())).rejects.toMatchObject({ code: 'forbidden' });
});

test.each([
  ['http://receiver.example/', 'not_https'],
  ['https://user:password@receiver.example/', 'url_with_password'],
  ['https://127.0.0.1/', 'private_address'],
  ['https://2130706433/', 'private_address'],
  ['https://0x7f.1/', 'private_address'],
  ['https://[::ffff:10.0.0.1]/', 'private_address'],
  ['https://localhost/', 'private_address']
])('without private addresses, %s is refused where it is entered', async (url, type) => {
  const services = { ...lab.services, webhooks: createWebhookSender({ allowPrivate: false }) };
  await expect(createWebhook(services, lab.laboratory.admin, body({ url }))).rejects.toMatchObject({
    faults: [{ loc: ['body', 'url'], type }]
  });
});

test.each([{ events: [] }, { events: ['calibration.recorded', 'calibration.recorded'] }, { events: ['all'] }, { name: ' ' }, { name: 'a\nb' }, { url: 'ftp://receiver.example/' }, { url: 'receiver.example' }, { url: 'javascript:alert(1)' }, { url: `https://receiver.example/${'x'.repeat(2000)}` }])(
  'the contract refuses %j', (given) => {
    expect(updateWebhookBody.safeParse(given).success).toBe(false);
  }
); // prettier-ignore

test('without a secret it cannot be turned on; a new one helps', async () => {
  await clear();
  const { services, laboratory, database } = lab;
  const { id } = await createWebhook(services, laboratory.admin, body());
  await execute(
    database.url,
    `UPDATE webhooks SET sealed_secret = NULL, is_active = false, turned_off = 'secret_lost', turned_off_at = now() WHERE id = $1`,
    [id]
  );
  const on = () => updateWebhook(services, laboratory.admin, id, { is_active: true }, null);
  await expect(on()).rejects.toMatchObject({ code: 'webhook_without_secret' });
  expect((await renewWebhookSecret(services, laboratory.admin, id)).previous_secret_until).toBeNull();
  expect(await on()).toMatchObject({ is_active: true, turned_off: null });
});
