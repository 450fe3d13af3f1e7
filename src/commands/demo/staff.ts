import type { Asset } from '#lib/contracts/assets.ts';
import type { Location } from '#lib/contracts/locations.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import type { User } from '#lib/contracts/people.ts';
import { DEMONSTRATION_MANAGER, DEMONSTRATION_PROFILE, DEMONSTRATION_STAFF } from '#lib/demonstration/staff.ts';
import { ApiClient, unlessThere } from './client.ts';

export const PASSWORD = 'correct plumb line 42';
const addressOf = (name: string) => `${name}@northfield.example`;
export const MANAGER = addressOf(DEMONSTRATION_MANAGER.name);

export async function signInManager(baseUrl: string): Promise<ApiClient> {
  const manager = new ApiClient(baseUrl);
  await unlessThere(['email_taken'], () =>
    manager.post('/auth/register', { email: MANAGER, password: PASSWORD, full_name: DEMONSTRATION_MANAGER.full_name })
  );
  await manager.signIn(MANAGER, PASSWORD);
  return manager;
}

export async function ensureOrganization(manager: ApiClient): Promise<Organization> {
  const name = 'Northfield Calibration Laboratory';
  const mine = await manager.get<Organization[]>('/organizations?mine=true');
  return (
    mine.find((organization) => organization.name === name) ??
    manager.post<Organization>('/organizations', {
      name,
      certificate_prefix: 'NCL',
      ...DEMONSTRATION_PROFILE
    })
  );
}

export async function ensurePeople(manager: ApiClient, organizationId: string, baseUrl: string): Promise<ApiClient[]> {
  const technicians: ApiClient[] = [];
  for (const { name, full_name, role } of DEMONSTRATION_STAFF) {
    const person = { email: addressOf(name), full_name, role };
    const user = await unlessThere(['email_taken'], () =>
      manager.post<User>('/users', { ...person, password: PASSWORD })
    );
    if (user) await manager.post(`/organizations/${organizationId}/members`, { user_id: user.id, role: 'member' });
    if (role !== 'technician') continue;
    const technician = new ApiClient(baseUrl);
    await technician.signIn(person.email, PASSWORD);
    technicians.push(technician);
  }
  return technicians;
}

export async function ensureLocation(
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
      address: DEMONSTRATION_PROFILE.address
    })
  );
}

export async function ensureAsset(
  manager: ApiClient,
  organizationId: string,
  body: { asset_id: string; [field: string]: unknown }
) {
  const created = await unlessThere(['asset_id_taken'], () =>
    manager.post<Asset>('/assets', { organization_id: organizationId, ...body })
  );
  return created ?? manager.get<Asset>(`/assets/${body.asset_id}?organization_id=${organizationId}`);
}
