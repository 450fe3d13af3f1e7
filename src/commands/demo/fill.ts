import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Location } from '#lib/contracts/locations.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { User } from '#lib/contracts/people.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { ApiClient, RefusedByServer } from './client.ts';
import { dayFromToday } from './calendar.ts';
import { REFERENCES, type ReferenceStandard } from './families.ts';
import { planAssets, type PlannedAsset } from './plan.ts';
import { seededRandom, stableId } from './random.ts';
import { analysisOf, characterOf, simulateRun } from './simulate.ts';

export const PASSWORD = 'correct plumb line 42';
export const MANAGER = 'manager@northfield.example';
const PEOPLE = [
  { email: 'okafor@northfield.example', full_name: 'M. Okafor', role: 'technician' },
  { email: 'brandt@northfield.example', full_name: 'L. Brandt', role: 'technician' },
  { email: 'visitor@northfield.example', full_name: 'R. Visitor', role: 'viewer' }
] as const;
const PLACES = [
  'Building A, line 1',
  'Building C, line 2',
  'Utilities',
  'Laboratory 1',
  'Laboratory 3',
  'Effluent'
] as const;

type Session = { readonly manager: ApiClient; readonly technicians: readonly ApiClient[] };

/**
 * Fills a laboratory through the public API, as its people would: eight references, sixty assets, three years of history.
 * Running it again adds nothing twice.
 */
export async function fillLaboratory(baseUrl: string, say: (line: string) => void): Promise<void> {
  const manager = await signInManager(baseUrl);
  const organization = await ensureOrganization(manager);
  const technicians = await ensurePeople(manager, organization.id, baseUrl);
  const session = { manager, technicians };
  const laboratory = await ensureLocation(manager, organization.id, 'Calibration laboratory', true);
  const places: Location[] = [];
  for (const name of PLACES) places.push(await ensureLocation(manager, organization.id, name, false));
  const references = new Map<string, Asset>();
  for (const standard of REFERENCES) {
    references.set(standard.assetId, await fillReference(session, organization.id, standard, laboratory.id));
  }
  say(`${references.size} references with their certificates`);
  let recorded = 0;
  for (const planned of planAssets()) {
    const location = places[planned.locationIndex] ?? laboratory;
    recorded += await fillAsset(session, organization.id, planned, location.id, laboratory.id, references);
    say(`${planned.assetId} ${planned.name}`);
  }
  say(`${recorded} calibrations recorded`);
}

async function signInManager(baseUrl: string): Promise<ApiClient> {
  const manager = new ApiClient(baseUrl);
  await unlessThere(['email_taken'], () =>
    manager.post('/auth/register', { email: MANAGER, password: PASSWORD, full_name: 'A. Lindqvist' })
  );
  await manager.signIn(MANAGER, PASSWORD);
  return manager;
}

async function ensureOrganization(manager: ApiClient): Promise<Organization> {
  const name = 'Northfield Calibration Laboratory';
  const mine = await manager.get<Organization[]>('/organizations?mine=true');
  return (
    mine.find((organization) => organization.name === name) ??
    manager.post<Organization>('/organizations', {
      name,
      certificate_prefix: 'NCL',
      email: 'office@northfield.example',
      website: 'northfield.example'
    })
  );
}

async function ensurePeople(manager: ApiClient, organizationId: string, baseUrl: string): Promise<ApiClient[]> {
  const technicians: ApiClient[] = [];
  for (const person of PEOPLE) {
    const user = await unlessThere(['email_taken'], () =>
      manager.post<User>('/users', { ...person, password: PASSWORD })
    );
    if (user) await manager.post(`/organizations/${organizationId}/members`, { user_id: user.id, role: 'member' });
    if (person.role !== 'technician') continue;
    const technician = new ApiClient(baseUrl);
    await technician.signIn(person.email, PASSWORD);
    technicians.push(technician);
  }
  return technicians;
}

async function ensureLocation(
  manager: ApiClient,
  organizationId: string,
  name: string,
  lab: boolean
): Promise<Location> {
  const known = await manager.get<Location[]>(`/locations?organization_id=${organizationId}&limit=500`);
  return (
    known.find((location) => location.name === name) ??
    manager.post<Location>('/locations', {
      name,
      organization_id: organizationId,
      is_calibration_lab: lab,
      address: '14 Quay Street, Northfield NF2 7QD'
    })
  );
}

async function ensureAsset(
  manager: ApiClient,
  organizationId: string,
  body: { asset_id: string; [field: string]: unknown }
) {
  const created = await unlessThere(['asset_id_taken'], () =>
    manager.post<Asset>('/assets', { organization_id: organizationId, ...body })
  );
  return created ?? manager.get<Asset>(`/assets/${body.asset_id}?organization_id=${organizationId}`);
}

async function fillReference(
  { manager }: Session,
  organizationId: string,
  standard: ReferenceStandard,
  locationId: string
): Promise<Asset> {
  const asset = await ensureAsset(manager, organizationId, {
    asset_id: standard.assetId,
    name: standard.name,
    manufacturer: standard.manufacturer,
    model: standard.model,
    category: 'Reference standard',
    is_reference: true,
    location_id: locationId,
    quantity: standard.quantity,
    unit: standard.unit,
    range_min: standard.range[0],
    range_max: standard.range[1],
    resolution: standard.resolution,
    calibration_interval_days: 730
  });
  const lastDay = -120 - REFERENCES.indexOf(standard) * 31;
  for (const day of [lastDay - 1460, lastDay - 730, lastDay]) {
    await record(manager, `${standard.assetId} ${day - lastDay}`, {
      asset_ref: asset.id,
      kind: 'external',
      calibration_date: dayFromToday(day),
      lab_name: standard.laboratory,
      lab_certificate_number: `${standard.assetId.slice(4)}/${dayFromToday(day).slice(0, 4)}-${1000 + REFERENCES.indexOf(standard) * 37}`,
      coefficients_only: {
        model: 'none',
        coefficients: [],
        expanded_uncertainty: standard.expandedUncertainty,
        coverage_factor: 2,
        unit: standard.unit,
        measured_unit: standard.unit
      }
    });
  }
  return asset;
}

async function fillAsset(
  session: Session,
  organizationId: string,
  planned: PlannedAsset,
  locationId: string,
  laboratoryId: string,
  references: ReadonlyMap<string, Asset>
): Promise<number> {
  const { family } = planned;
  const measuring = {
    quantity: family.quantity,
    unit: family.unit,
    measured_unit: family.measuredUnit ?? family.unit,
    range_min: family.range[0],
    range_max: family.range[1],
    resolution: family.resolution,
    tolerance: [{ kind: 'absolute', lower: -family.tolerance, upper: family.tolerance }]
  };
  const asset = await ensureAsset(session.manager, organizationId, {
    asset_id: planned.assetId,
    name: planned.name,
    manufacturer: planned.manufacturer,
    model: planned.model,
    serial_number: planned.serial,
    category: family.category,
    location_id: locationId,
    calibration_interval_days: family.interval,
    ...(family.channels ? { channels: family.channels.map((name) => ({ name, ...measuring })) } : measuring)
  });
  const channels = asset.channels.length > 0 ? asset.channels.map((channel) => channel.id) : [null];
  for (const [position, channelId] of channels.entries()) {
    await fillHistory(session, planned, asset, channelId, position, laboratoryId, references);
  }
  return channels.length * planned.calibrations.length;
}

async function fillHistory(
  { manager, technicians }: Session,
  planned: PlannedAsset,
  asset: Asset,
  channelId: string | null,
  position: number,
  laboratoryId: string,
  references: ReadonlyMap<string, Asset>
): Promise<void> {
  const { family } = planned;
  const random = seededRandom(planned.seed + position * 7919);
  const character = characterOf(family, random);
  const reference = family.reference === null ? undefined : references.get(family.reference);
  for (const [turn, day] of planned.calibrations.entries()) {
    const isLast = turn === planned.calibrations.length - 1;
    const fault =
      isLast && planned.special !== 'none' && planned.special !== 'one_voided' ? family.tolerance * 1.15 : 0;
    const years = (day - (planned.calibrations[0] ?? day)) / 365;
    const points = simulateRun(family, character, years, fault, random);
    const request: AnalysisRequest = analysisOf(family, points);
    if (planned.special === 'fails' && isLast && request.conformity) {
      Object.assign(request.conformity, { judge: 'as_found' });
    }
    const result = await manager.post<AnalysisResult>('/calibrations/analyze', request);
    const author = technicians[turn % Math.max(1, technicians.length)] ?? manager;
    const id = await record(author, `${planned.assetId} ${position} ${turn}`, {
      asset_ref: asset.id,
      channel_id: channelId,
      kind: reference ? 'internal' : 'external',
      calibration_date: dayFromToday(day),
      calibration_location_id: laboratoryId,
      ...(reference
        ? { reference_asset_id: reference.id }
        : { lab_name: 'Hydrolab Calibration Ltd', lab_certificate_number: `HC-${planned.serial}-${turn + 1}` }),
      environment: {
        temperature_c: Number((22 + random.normal() * 0.6).toFixed(1)),
        relative_humidity_percent: Math.round(46 + random.normal() * 4),
        pressure_kpa: Number((101 + random.normal() * 0.7).toFixed(1))
      },
      customer: { name: 'Northfield Process Ltd', address: 'Building C, Northfield NF2 7QD' },
      analysis: { request, result }
    });
    if (planned.special === 'one_voided' && turn === 1 && position === 0) {
      await unlessThere(['already_voided'], () =>
        manager.delete(`/calibrations/${id}`, { reason: 'Reference was read on the wrong channel' })
      );
    }
  }
}

/** Records under an id that follows from `name`: a second run is a duplicate, not a second calibration. */
async function record(author: ApiClient, name: string, body: Record<string, unknown>): Promise<string> {
  const id = await stableId(name);
  await unlessThere(['id_reused'], () => author.post<Calibration>('/calibrations', { id, ...body }));
  return id;
}

async function unlessThere<T>(codes: readonly string[], act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof RefusedByServer && codes.includes(thrown.code)) return null;
    throw thrown;
  }
}
