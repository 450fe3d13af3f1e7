/** Writes of the REST API whose answer never arrives: the app sends them again, and they are made once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RequestHandler } from '@sveltejs/kit';
import { ApiError, OfflineError } from '#lib/client/api/api-error.ts';
import { call } from '#lib/client/api/call.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import { startSession } from '#lib/server/auth/sessions.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { PartKeys, sendInParts } from '#lib/ui/asset-form/bulk-change.ts';
import * as oneAsset from '../../src/routes/api/v1/assets/[ref]/+server.ts';
import * as duplicate from '../../src/routes/api/v1/assets/[ref]/duplicate/+server.ts';
import * as bulk from '../../src/routes/api/v1/assets/bulk/+server.ts';
import { MEASURING } from '../support/calibrated-laboratory.ts';
import { callWith } from '../support/call.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { organizationOf, person } from '../support/people.ts';
import { testServices } from '../support/services.ts';

let database: TestDatabase;
let services: Services;
let token: string;
let assets: Asset[];
/** How the next answers reach the app; after the last one all arrive. */
let fates: ('arrives' | 'lost' | 'cut off' | 'overtaken by 502')[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  const { organization, founder } = await organizationOf(services, await person(services, 'technician'));
  token = await startSession(services.pool, founder.userId, { kind: 'remembered', userAgent: null });
  const own = { ...MEASURING, organization_id: organization.id };
  assets = [];
  for (let i = 0; i < 250; i++)
    assets.push(await createAsset(services, founder, { ...own, asset_id: `A-${String(i)}`, name: 'A' }));
});
afterAll(() => database.drop());

const routeOf = (path: string, method: string): [RequestHandler, Record<string, string>] => {
  const [, , , , ref = '', of] = path.split('/');
  if (ref === 'bulk') return [bulk.POST, {}];
  if (of === 'duplicate') return [duplicate.POST, { ref }];
  return [method === 'PUT' ? oneAsset.PUT : oneAsset.DELETE, { ref }];
};
beforeEach(() => {
  fates = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const [handler, params] = routeOf(address, request.method ?? '');
    const answer = await callWith(handler, services, request, { params });
    const fate = fates.shift() ?? 'arrives';
    if (fate === 'lost') throw new TypeError('the connection was reset');
    if (fate === 'overtaken by 502') return new Response('<h1>Bad gateway</h1>', { status: 502 });
    if (fate === 'arrives') return answer;
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut off')) });
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const count = async (statement: string) => {
  const { rows } = await execute(database.url, `SELECT count(*)::int AS n FROM ${statement}`);
  return Number(rows[0]?.['n']);
};

test.each(['lost', 'cut off', 'overtaken by 502'] as const)(
  'a duplicate whose answer is %s is made once, and sent again it is answered as the first time',
  async (fate) => {
    const params = { ref: assets[0]?.id ?? '' };
    const body = { asset_id: `COPY-${fate.replaceAll(' ', '-')}` };
    fates = [fate];
    await expect(call('duplicateAsset', { params, body, token })).rejects.toSatisfy(
      (error) => error instanceof OfflineError || (error instanceof ApiError && error.status === 502)
    );
    expect(await call('duplicateAsset', { params, body, token })).toMatchObject(body);
    expect(await count(`assets WHERE asset_id = '${body.asset_id}'`)).toBe(1);
    // Once it is answered, the same again is another one.
    await expect(call('duplicateAsset', { params, body, token })).rejects.toMatchObject({ code: 'asset_id_taken' });
  }
);

test('a change whose answer is lost is not refused when it is repeated', async () => {
  const [, asset] = assets;
  const input = { params: { ref: asset?.id ?? '' }, body: { name: 'Renamed' }, seen: asset?.updated_at ?? '', token };
  fates = ['lost'];
  await expect(call('updateAsset', input)).rejects.toThrow(OfflineError);
  expect(await call('updateAsset', input)).toMatchObject({ name: 'Renamed' });
  await expect(call('updateAsset', { ...input, body: { name: 'Again' } })).rejects.toMatchObject({ code: 'stale' });
});

test('retiring a retired asset is not a fault, and is in the history once', async () => {
  const input = { params: { ref: assets[2]?.id ?? '' }, body: { reason: 'sold' }, token };
  fates = ['lost'];
  await expect(call('retireAsset', input)).rejects.toThrow(OfflineError);
  expect(await call('retireAsset', input)).toBeNull();
  expect(await count(`audit_log WHERE action = 'asset.retired' AND resource_id = '${assets[2]?.id ?? ''}'`)).toBe(1);
});

test('a change of hundreds that is sent again after a part was lost says how many it has changed, and changes none twice', async () => {
  const keys = new PartKeys();
  const change = { tags_add: ['annual'] };
  const refs = assets.slice(10).map(({ id }) => id);
  const send = (progress: { done: number; changed: number }[]) =>
    sendInParts(
      refs,
      (part) => call('changeAssets', { body: { refs: part, change }, idempotencyKey: keys.keyOf(part, change), token }),
      (now) => progress.push(now)
    );
  fates = ['arrives', 'lost'];
  await expect(send([])).rejects.toThrow(OfflineError);
  const told: { done: number; changed: number }[] = [];
  await send(told);
  expect(told).toEqual([
    { done: 200, changed: 200 },
    { done: 240, changed: 240 }
  ]);
  keys.forget();
  told.length = 0;
  await send(told);
  expect(told.at(-1)).toEqual({ done: 240, changed: 0 });
});
