import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { User } from '#lib/contracts/people.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { analysisRequest } from './analysis-request.ts';
import { apiOf, type Api } from './api.ts';

export const PASSWORD = 'a plumb line hangs true';

export const ANALYSIS = analysisRequest();
export const TWENTY_POINTS = ANALYSIS.points;

export type Laboratory = {
  readonly admin: Api;
  readonly adminToken: string;
  readonly technician: Api;
  readonly technicianUser: User;
  readonly technicianToken: string;
  readonly organization: Organization;
  readonly reference: Asset;
  readonly asset: Asset;
  readonly multi: Asset;
};

let founder: Promise<{ api: Api; token: string }> | undefined;
const FOUNDER = { email: 'founder@laboratory.example', password: PASSWORD };

/** The instance's superadmin: registers on first use of a fresh server, signs in afterwards. */
export function superadmin(): Promise<{ api: Api; token: string }> {
  founder ??= (async () => {
    await apiOf(null)('POST', '/auth/register', { ...FOUNDER, full_name: 'Ada Founder' });
    return signIn(FOUNDER.email);
  })();
  return founder;
}

export async function signIn(email: string, password = PASSWORD): Promise<{ api: Api; token: string }> {
  const { status, body } = await apiOf(null)<{ access_token: string }>('POST', '/auth/login', { email, password });
  expect(status, `sign-in of ${email}`).toBe(200);
  return { api: apiOf(body.access_token), token: body.access_token };
}

export async function createPerson(role: User['role'], full_name = `A ${role}`) {
  const { api } = await superadmin();
  const email = `${role}-${randomUUID().slice(0, 8)}@laboratory.example`;
  const { status, body } = await api<User>('POST', '/users', { email, password: PASSWORD, full_name, role });
  expect(status).toBe(201);
  return { user: body, email, ...(await signIn(email)) };
}

async function created<T>(api: Api, path: string, body: unknown): Promise<T> {
  const answer = await api<T>('POST', path, body);
  expect(answer.status, `${path}: ${JSON.stringify(answer.body).slice(0, 500)}`).toBe(201);
  return answer.body;
}

/** A separate laboratory for a test file: organization, lab, calibrated reference, an asset with and one without channels. */
export async function foundLaboratory(options: { private?: boolean } = {}): Promise<Laboratory> {
  const { api: admin, token: adminToken } = await superadmin();
  const technician = await createPerson('technician', 'Tess Technician');
  const organization = await created<Organization>(admin, '/organizations', {
    name: `Laboratory ${randomUUID().slice(0, 8)}`,
    certificate_prefix: 'LAB',
    private: options.private ?? false
  });
  await created(admin, `/organizations/${organization.id}/members`, { user_id: technician.user.id, role: 'member' });
  await created(admin, '/locations', {
    name: 'Calibration laboratory',
    organization_id: organization.id,
    is_calibration_lab: true
  });
  const measuring = {
    quantity: 'temperature',
    unit: '°C',
    measured_unit: '°C',
    range_min: 0,
    range_max: 100,
    resolution: 0.01,
    tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }]
  };
  const base = { organization_id: organization.id, calibration_interval_days: 365 };
  const reference = await created<Asset>(admin, '/assets', {
    ...base,
    ...measuring,
    asset_id: 'REF-001',
    name: 'Pt100 SPRT',
    is_reference: true
  });
  await created(admin, '/calibrations', {
    asset_ref: reference.id,
    kind: 'external',
    calibration_date: '2026-03-04',
    lab_name: 'National laboratory',
    lab_certificate_number: 'NL-2026-17',
    coefficients_only: {
      model: 'none',
      coefficients: [],
      expanded_uncertainty: 0.03,
      coverage_factor: 2,
      unit: '°C',
      measured_unit: '°C'
    }
  });
  const asset = await created<Asset>(admin, '/assets', {
    ...base,
    ...measuring,
    asset_id: 'TT-042',
    name: 'Outlet transmitter'
  });
  const multi = await created<Asset>(admin, '/assets', {
    ...base,
    asset_id: 'LOG-4',
    name: 'Data logger',
    channels: [
      { name: 'Probe 1', ...measuring },
      { name: 'Probe 2', ...measuring }
    ]
  });
  return {
    admin,
    adminToken,
    technician: technician.api,
    technicianUser: technician.user,
    technicianToken: technician.token,
    organization,
    reference,
    asset,
    multi
  };
}

/** A calibration as a device sends it, analysed by the server first. */
export async function calibrationBody(
  laboratory: Pick<Laboratory, 'technician'> & Readonly<Record<'asset' | 'reference', { readonly id: string }>>,
  request: AnalysisRequest = ANALYSIS
) {
  const { status, body } = await laboratory.technician<AnalysisResult>('POST', '/calibrations/analyze', request);
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  return {
    asset_ref: laboratory.asset.id,
    kind: 'internal' as const,
    calibration_date: '2026-11-20',
    reference_asset_id: laboratory.reference.id,
    environment: { temperature_c: 22.4, relative_humidity_percent: 46, pressure_kpa: 100.8 },
    analysis: { request, result: body }
  };
}
