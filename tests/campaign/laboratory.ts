import type { Asset } from '#lib/contracts/assets.ts';
import type { Organization } from '#lib/contracts/organizations.ts';
import { externalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import { rest } from './rest.ts';

const PERSON = { email: 'ada@laboratory.example', password: 'a plumb line hangs true' };

/** What devices work with: a person's session, a calibrated reference, and an asset for each device. */
export type Laboratory = {
  readonly token: string;
  readonly organizationId: string;
  readonly reference: Asset;
  readonly assets: readonly Asset[];
};

export async function foundLaboratory(origin: string, devices: number): Promise<Laboratory> {
  await rest(origin, null)('POST', '/auth/register', { ...PERSON, full_name: 'Ada Founder' });
  const { access_token: token } = await rest(origin, null)<{ access_token: string }>('POST', '/auth/login', PERSON);
  const api = rest(origin, token);
  const { id: organizationId } = await api<Organization>('POST', '/organizations', {
    name: 'Laboratory',
    certificate_prefix: 'LAB'
  });
  const asset = (assetId: string, more = {}) => register(origin, { token, organizationId }, assetId, more);
  const reference = await asset('REF-001', { is_reference: true });
  await api('POST', '/calibrations', externalBody(reference));
  const assets: Asset[] = [];
  for (let i = 1; i <= devices; i++) assets.push(await asset(`TT-${String(i).padStart(3, '0')}`));
  return { token, organizationId, reference, assets };
}

/** Somebody at a desk registers an instrument. */
export const register = (
  origin: string,
  { token, organizationId }: Pick<Laboratory, 'token' | 'organizationId'>,
  assetId: string,
  more = {}
): Promise<Asset> =>
  rest(origin, token)<Asset>('POST', '/assets', {
    ...MEASURING,
    asset_id: assetId,
    name: assetId,
    organization_id: organizationId,
    ...more
  });

export type Login = { readonly email: string; readonly password: string };

/** Somebody who calibrates with a device of their own. */
export type Technician = {
  readonly userId: string;
  readonly login: Login;
  /** A new session. @returns its token */
  readonly signIn: () => Promise<string>;
  /** A session that is not the device's. */
  readonly token: () => Promise<string>;
  /** Ends every session that the person has. */
  readonly signOut: () => Promise<void>;
};

/** Adds members to the laboratory. */
export async function hire(origin: string, laboratory: Laboratory, count: number): Promise<readonly Technician[]> {
  const api = rest(origin, laboratory.token);
  const people: Technician[] = [];
  for (let i = 1; i <= count; i++) {
    const login = { email: `tess-${i}@laboratory.example`, password: PERSON.password };
    const account = { ...login, full_name: `Tess ${i}`, role: 'technician' };
    const { id } = await api<{ id: string }>('POST', '/users', account);
    await api('POST', `/organizations/${laboratory.organizationId}/members`, { user_id: id, role: 'member' });
    const signIn = async () =>
      (await rest(origin, null)<{ access_token: string }>('POST', '/auth/login', login)).access_token;
    let own: Promise<string> | null = null;
    const token = () => (own ??= signIn());
    people.push({
      userId: id,
      login,
      signIn,
      token,
      signOut: async () => {
        await rest(origin, await token())('DELETE', '/auth/sessions');
        own = null;
      }
    });
  }
  return people;
}

/** Another laboratory on the same installation, with an instrument: no device may ever hold anything of it. */
export async function foundNeighbour(origin: string, token: string): Promise<void> {
  const api = rest(origin, token);
  const { id: organization_id } = await api<Organization>('POST', '/organizations', {
    name: 'Neighbour',
    private: true,
    certificate_prefix: 'NEI'
  });
  await api('POST', '/assets', { ...MEASURING, asset_id: 'NEI-1', name: 'Not ours', organization_id });
}
