import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSession } from '#lib/server/auth/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { PROTOCOL_HEADER } from '#sync/protocol/version.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import { GET as pull } from '../../src/routes/api/v1/sync/pull/+server.ts';
import { POST as push } from '../../src/routes/api/v1/sync/push/+server.ts';
import { call } from '../support/call.ts';
import { calibratedLaboratory, internalBody, type CalibratedLaboratory } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { mutationOf } from '../support/mutation.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let laboratory: CalibratedLaboratory;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  laboratory = await calibratedLaboratory(services);
  const { userId } = laboratory.technician;
  token = await startSession(services.pool, userId, { kind: 'remembered', userAgent: null });
});
afterAll(() => database.drop());

test('a device without a valid token, or one that is too old, is refused before anything else', async () => {
  const unknown = await call(pull, services, { query: '?collection=nonsense' });
  expect(unknown.status).toBe(401);
  expect(unknown.headers.get('www-authenticate')).toBe('Bearer');
  const old = await call(pull, services, { token, headers: { [PROTOCOL_HEADER]: '0' }, query: '?collection=nonsense' });
  expect(old.status).toBe(426);
  expect(await old.json()).toMatchObject({ code: 'client_too_old' });
  expect((await call(pull, services, { token, query: '?collection=nonsense' })).status).toBe(422);
  expect((await call(pull, services, { token, query: '?collection=assets&checkpoint=x' })).status).toBe(410);
});

test('a pull is compressed where the device takes it, and is the same either way', async () => {
  const query = '?collection=assets&limit=10';
  const plain = await call(pull, services, { token, query, headers: { 'Accept-Encoding': 'gzip;q=0' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const packed = await call(pull, services, { token, query, headers: { 'Accept-Encoding': 'br, gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await packed.arrayBuffer());
  const text = await plain.text();
  expect(gunzipSync(bytes).toString()).toBe(text);
  expect(bytes.byteLength).toBeLessThan(text.length / 2);
  expect((JSON.parse(text) as PullAnswer).documents).toHaveLength(3);
});

test('a push whose payloads are no calibrations is answered entry by entry', async () => {
  const good = JSON.stringify(internalBody(laboratory));
  const payloads = [
    '{',
    '{}',
    good.replace('"kind"', '"surprise":1,"kind"'),
    good.replace('"kind"', '"notes":"\\u0000","kind"'),
    good
  ];
  const mutations = payloads.map((payload) => mutationOf({}, { payload, created_at: '2026-11-20T16:00:00Z' }));
  const body = { device_id: randomUUID(), sent_at: '2026-11-21T09:30:00Z', mutations };
  const answer = await call(push, services, { token, body });
  expect(answer.status).toBe(200);
  const { results } = (await answer.json()) as {
    results: { status: string; errors?: { issues?: { type: string }[] }[] }[];
  };
  expect(results.map(({ status, errors }) => errors?.[0]?.issues?.[0]?.type ?? status)).toEqual([
    'json_invalid',
    'missing',
    'extra_forbidden',
    'text_invalid',
    'applied'
  ]);
  expect((await call(push, services, { token, body: { ...body, mutations: [] } })).status).toBe(422);
});
