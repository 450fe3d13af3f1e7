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
  const { id: organization_id } = await api<Organization>('POST', '/organizations', {
    name: 'Laboratory',
    certificate_prefix: 'LAB'
  });
  const asset = (asset_id: string) =>
    api<Asset>('POST', '/assets', { ...MEASURING, asset_id, name: asset_id, organization_id });
  const reference = await asset('REF-001');
  await api('POST', '/calibrations', externalBody(reference));
  const assets: Asset[] = [];
  for (let i = 1; i <= devices; i++) assets.push(await asset(`TT-${String(i).padStart(3, '0')}`));
  return { token, organizationId: organization_id, reference, assets };
}
