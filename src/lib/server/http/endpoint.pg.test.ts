import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Location } from '#lib/contracts/locations.ts';
import { canonicalJson } from '#lib/laboratory/canonical-json.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { call, callWith } from '../../../../tests/support/call.ts';
import { TRUTH } from '../../../../tests/certificates/dcc-schema.ts';
import { createTestDatabase, execute, type TestDatabase } from '../../../../tests/support/database.ts';
import { organizationOf, PASSWORD, person, superadmin } from '../../../../tests/support/people.ts';
import { testServices } from '../../../../tests/support/services.ts';
import * as dccFile from '../../../routes/api/v1/dcc/read/+server.ts';
import * as locations from '../../../routes/api/v1/locations/+server.ts';
import * as oneLocation from '../../../routes/api/v1/locations/[id]/+server.ts';
import * as users from '../../../routes/api/v1/users/+server.ts';

let database: TestDatabase;
let services: Services;
let technician: PersonActor;
let token: string;
let organizationId: string;

const signIn = (actor: PersonActor) =>
  startSession(services.pool, actor.userId, { kind: 'remembered', userAgent: null });
const post = (body: unknown, headers: Record<string, string> = {}, by = token) =>
  call(locations.POST, services, { token: by, body, headers });
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const stored = async () => {
  const { rows } = await execute(database.url, 'SELECT count(*)::int AS count FROM locations');
  return (rows[0] as { count: number }).count;
};

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  await superadmin(services);
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  technician = founder;
  organizationId = organization.id;
  token = await signIn(technician);
});
afterAll(() => database.drop());

test('without a live token every protected operation answers 401 and says how to sign in', async () => {
  for (const bad of [undefined, 'plr_unknown', '']) {
    const response = await call(locations.GET, services, bad === undefined ? {} : { token: bad });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await json(response)).toMatchObject({ code: 'not_authenticated' });
  }
});

test('the role is asked before the body is looked at', async () => {
  const response = await call(users.POST, services, { token, body: { nonsense: true } });
  expect(response.status).toBe(403);
});

test('an account that was deactivated is out with its next request', async () => {
  const leaver = await person(services, 'technician');
  const theirs = await signIn(leaver);
  await execute(database.url, 'UPDATE users SET is_active = false WHERE id = $1', [leaver.userId]);
  const response = await call(locations.GET, services, { token: theirs });
  expect([response.status, (await json(response))['code']]).toEqual([403, 'inactive']);
});

test('malformed bodies are refused field by field, and nothing is written', async () => {
  const before = await stored();
  const response = await post({ name: 7, colour: 'red', organization_id: 'x', is_calibration_lab: 'yes' });
  expect(response.status).toBe(422);
  const { detail } = (await json(response)) as { detail: { loc: string[]; type: string }[] };
  expect(detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).sort()).toEqual([
    'body.colour extra_forbidden',
    'body.is_calibration_lab invalid_type',
    'body.name invalid_type',
    'body.organization_id invalid_format'
  ]);
  expect((await post({})).status).toBe(422);
  expect(await stored()).toBe(before);
});

test('a record is created with its tag, and a change based on an older one is 412', async () => {
  const created = await post({ name: 'Shop floor', organization_id: organizationId });
  expect(created.status).toBe(201);
  const tag = created.headers.get('etag') ?? '';
  const { id } = (await created.json()) as Location;
  const put = (body: unknown, ifMatch: string) =>
    call(oneLocation.PUT, services, { method: 'PUT', token, body, params: { id }, headers: { 'If-Match': ifMatch } });
  const changed = await put({ name: 'Shop floor 2' }, tag);
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  expect((await put({ name: 'Shop floor 3' }, tag)).status).toBe(412);
});

test('the same key and body answer the same record once, also when they come at the same time', async () => {
  const before = await stored();
  const body = { name: 'Once', organization_id: organizationId };
  const answers = await Promise.all(Array.from({ length: 8 }, () => post(body, { 'Idempotency-Key': 'key-1' })));
  const texts = await Promise.all(
    answers.map(async (answer) => [answer.status, answer.headers.get('etag'), await answer.text()])
  );
  expect(texts[0]?.[0]).toBe(201);
  expect(new Set(texts.map((text) => JSON.stringify(text))).size).toBe(1);
  expect(await stored()).toBe(before + 1);
});

test('the same key with another body is refused, and another person’s same key is their own', async () => {
  await post({ name: 'First', organization_id: organizationId }, { 'Idempotency-Key': 'key-2' });
  const other = await post({ name: 'Second', organization_id: organizationId }, { 'Idempotency-Key': 'key-2' });
  expect(other.status).toBe(422);
  expect(JSON.stringify(await other.json())).toContain('idempotency_mismatch');
  const boss = await signIn(await superadmin(services));
  const theirs = await post({ name: 'Theirs', organization_id: organizationId }, { 'Idempotency-Key': 'key-2' }, boss);
  expect(theirs.status).toBe(201);
});

test('a refusal is not remembered under its key', async () => {
  const key = { 'Idempotency-Key': 'key-3' };
  const refused = await post({ name: 'Global', organization_id: null }, key);
  expect(refused.status).toBe(403);
  expect((await post({ name: 'Own', organization_id: organizationId }, key)).status).toBe(201);
});

test('a request that is repeated while the secret is being replaced is answered as before', async () => {
  const repeated = (secrets: Partial<Services>, name = 'Once') =>
    call(
      locations.POST,
      { ...services, ...secrets },
      {
        token,
        body: { name, organization_id: organizationId },
        headers: { 'Idempotency-Key': 'key-5' }
      }
    );
  const first = await repeated({});
  const replacing = { secretKey: Buffer.alloc(32, 9), secretKeyBefore: services.secretKey };
  const again = await repeated(replacing);
  expect([first.status, again.status, await again.text()]).toEqual([201, 201, await first.text()]);
  expect((await repeated(replacing, 'Another')).status).toBe(422);
});

test('what is kept of a body with a password is no plain hash of it', async () => {
  const boss = await signIn(await superadmin(services));
  const body = { email: 'once@laboratory.example', password: PASSWORD, full_name: 'Once', role: 'viewer' };
  const make = () => call(users.POST, services, { token: boss, body, headers: { 'Idempotency-Key': 'key-4' } });
  expect([(await make()).status, (await make()).status]).toEqual([201, 201]);
  const { rows } = await execute(
    database.url,
    `SELECT encode(body_sha256, 'hex') AS digest FROM idempotency_keys WHERE key = 'key-4'`
  );
  expect(rows).toHaveLength(1);
  const plain = [{ params: undefined, query: {}, body }, { query: {}, body }, { body }, body].map((parsed) =>
    createHash('sha256').update(canonicalJson(parsed)).digest('hex')
  );
  expect(plain).not.toContain((rows[0] as { digest: string }).digest);
});

test('a repeated key tells a former member nothing', async () => {
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  const theirs = await signIn(founder);
  const make = () => post({ name: 'Vault', organization_id: organization.id }, { 'Idempotency-Key': 'key-6' }, theirs);
  expect((await make()).status).toBe(201);
  expect((await make()).status).toBe(201);
  await execute(database.url, 'DELETE FROM memberships WHERE user_id = $1', [founder.userId]);
  const told = await make();
  expect([told.status, await json(told)]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
});

test('a list states its total and links to its next page', async () => {
  const first = await call(locations.GET, services, { token, query: '?limit=2&q=s' });
  const total = Number(first.headers.get('x-total-count'));
  expect(total).toBeGreaterThan(2);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await call(locations.GET, services, { token, query: new URL(next, 'http://localhost').search });
  const names = [...((await first.json()) as Location[]), ...((await second.json()) as Location[])];
  expect(new Set(names.map((location) => location.id)).size).toBe(names.length);
  expect((await call(locations.GET, services, { token, query: '?limit=0' })).status).toBe(422);
  expect((await call(locations.GET, services, { token, query: '?cursor=x' })).status).toBe(400);
});

test('refusals do not use up the pool’s connections', async () => {
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => post({ name: 'Global', organization_id: null })));
  expect(new Set(outcomes.map((outcome) => outcome.status))).toEqual(new Set([403]));
  expect((await post({ name: 'After', organization_id: organizationId })).status).toBe(201);
});

test('a digital certificate is read from a form as it is read from the body', async () => {
  const file = readFileSync(resolve(TRUTH, 'examples/dcclib_valid_signature.xml'));
  const form = new FormData();
  form.set('file', new File([file], 'x.xml', { type: 'application/octet-stream' }));
  const sent = (body: BodyInit, headers: Record<string, string>) =>
    callWith(dccFile.POST, services, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${token}`, ...headers }
    });
  const alone = await sent(file, { 'Content-Type': 'application/xml' });
  const inForm = await sent(form, {});
  expect([alone.status, inForm.status]).toEqual([200, 200]);
  const reading = await json(inForm);
  expect(reading).toMatchObject({ sha256: createHash('sha256').update(file).digest('hex') });
  expect(reading).toEqual(await json(alone));
});
