/** What fuzzed requests are about: callers of every kind, and organizations in every standing to them. */
import pg from 'pg';
import { expect } from 'vitest';
import { ANALYSIS, PASSWORD } from '../../support/laboratory.ts';
import { apiOf, type Api } from '../../support/api.ts';
import { KnownIds } from './known-ids.ts';

export const FUZZ_CALLERS = ['anonymous', 'viewer', 'technician', 'organization_admin', 'admin', 'superadmin'] as const;
export type FuzzCaller = (typeof FUZZ_CALLERS)[number];

export type FuzzWorld = {
  readonly tokens: Readonly<Record<FuzzCaller, string | null>>;
  readonly ids: KnownIds;
  /** Bodies that were answered as they should, by operation. */
  readonly seeds: Readonly<Record<string, readonly unknown[]>>;
  /** Undoes what a request may have done to the callers, and lets them guess passwords again. */
  readonly mend: () => Promise<void>;
  readonly end: () => Promise<void>;
};

const FOUNDER = { email: 'founder@laboratory.example', password: PASSWORD, full_name: 'Ada Founder' };
const MEMBERS = { viewer: 'member', technician: 'member', organization_admin: 'admin', admin: 'member' } as const;

async function made(api: Api, path: string, body?: unknown): Promise<{ id: string }> {
  const answer = await api<{ id: string }>('POST', path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body;
}

export async function makeFuzzWorld(baseUrl: string, databaseUrl: string): Promise<FuzzWorld> {
  const ids = new KnownIds();
  const anybody = apiOf(null, baseUrl);
  const { id: founderId } = await made(anybody, '/auth/register', FOUNDER);
  const signIn = async (email: string) =>
    (await anybody<{ access_token: string }>('POST', '/auth/login', { email, password: PASSWORD })).body.access_token;
  const superadmin = await signIn(FOUNDER.email);
  const boss = apiOf(superadmin, baseUrl);
  const tokens: Record<string, string> = { superadmin };
  const own = await made(boss, '/organizations', { name: 'Own laboratory', private: true });
  ids.add('users', founderId);
  ids.add('organizations', own.id);
  for (const [caller, role] of Object.entries(MEMBERS)) {
    const email = `${caller}@laboratory.example`;
    const given = {
      email,
      password: PASSWORD,
      full_name: caller,
      role: caller === 'organization_admin' ? 'technician' : caller
    };
    const { id } = await made(boss, '/users', given);
    await made(boss, `/organizations/${own.id}/members`, { user_id: id, role }).catch(() => null);
    tokens[caller] = await signIn(email);
    ids.add('users', id);
    ids.add('emails', email);
  }
  const seeds = await fillOrganization(boss, own.id, ids);
  for (const standing of ['public', 'private', 'deactivated']) {
    const { id } = await made(boss, '/organizations', {
      name: `A ${standing} laboratory`,
      private: standing === 'private'
    });
    ids.add('organizations', id);
    await fillOrganization(boss, id, ids);
    if (standing === 'deactivated') await boss('DELETE', `/organizations/${id}`);
  }
  const { id: wish } = await made(
    apiOf(tokens['technician'] ?? null, baseUrl),
    `/organizations/${(await made(boss, '/organizations', { name: 'Wanted' })).id}/join-requests`
  );
  ids.add('join-requests', wish);
  return { tokens: { ...tokens, anonymous: null } as FuzzWorld['tokens'], ids, seeds, ...(await mender(databaseUrl)) };
}

/** A location, assets with and without channels, a retired one, calibrations, a voided one. */
async function fillOrganization(boss: Api, organization_id: string, ids: KnownIds): Promise<FuzzWorld['seeds']> {
  const measuring = { unit: '°C', measured_unit: '°C', range_min: 0, range_max: 100, resolution: 0.01 };
  const base = { organization_id, calibration_interval_days: 365 };
  const create = async (path: string, body: unknown) => {
    const record = await made(boss, path, body);
    ids.learn(path, record);
    return record.id;
  };
  await create('/locations', { name: 'Room', organization_id, is_calibration_lab: true });
  await create('/procedures', { code: 'P-1', name: 'Procedure', organization_id });
  const reference = await create('/assets', {
    ...base,
    ...measuring,
    asset_id: 'REF',
    name: 'Reference',
    is_reference: true
  });
  const asset = await create('/assets', { ...base, ...measuring, asset_id: 'TT-1', name: 'Transmitter' });
  const channels = [{ name: 'Probe 1', ...measuring }];
  await create('/assets', { ...base, asset_id: 'LOG-4', name: 'Logger', channels });
  const retired = await create('/assets', { ...base, asset_id: 'OLD', name: 'Retired' });
  expect((await boss('DELETE', `/assets/${retired}`)).status).toBe(204);
  const external = {
    asset_ref: reference,
    kind: 'external',
    calibration_date: '2026-03-04',
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-2026-17',
    coefficients_only: { model: 'none', coefficients: [], expanded_uncertainty: 0.03, coverage_factor: 2, unit: '°C' }
  };
  await create('/calibrations', external);
  const voided = await create('/calibrations', { ...external, asset_ref: asset });
  expect((await boss('DELETE', `/calibrations/${voided}`)).status).toBe(200);
  const { body: result } = await boss('POST', '/calibrations/analyze', ANALYSIS);
  const internal = {
    asset_ref: asset,
    kind: 'internal',
    calibration_date: '2026-11-20',
    reference_asset_id: reference,
    environment: { temperature_c: 22.4, relative_humidity_percent: 46, pressure_kpa: 100.8 },
    analysis: { request: ANALYSIS, result }
  };
  await create('/calibrations', internal);
  return { analyze: [ANALYSIS], createCalibration: [internal, external] };
}

async function mender(databaseUrl: string): Promise<Pick<FuzzWorld, 'mend' | 'end'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE SCHEMA kept;
    CREATE TABLE kept.users AS TABLE users;
    CREATE TABLE kept.sessions AS TABLE sessions;
    CREATE TABLE kept.memberships AS TABLE memberships;
    CREATE TABLE kept.organizations AS TABLE organizations`);
  const restore = `
    DELETE FROM login_attempts;
    UPDATE users u SET is_active = k.is_active, is_verified = k.is_verified, role = k.role FROM kept.users k
      WHERE k.id = u.id AND (u.is_active, u.is_verified, u.role) <> (k.is_active, k.is_verified, k.role);
    INSERT INTO sessions SELECT * FROM kept.sessions ON CONFLICT DO NOTHING;
    UPDATE organizations o SET is_active = k.is_active, private = k.private FROM kept.organizations k
      WHERE k.id = o.id AND (o.is_active, o.private) <> (k.is_active, k.private);
    INSERT INTO memberships (organization_id, user_id, role) SELECT organization_id, user_id, role FROM kept.memberships
      ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role WHERE memberships.role <> excluded.role`;
  return {
    mend: async () => {
      await client.query(restore);
    },
    end: () => client.end()
  };
}
