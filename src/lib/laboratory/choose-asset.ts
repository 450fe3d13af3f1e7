import type { PersonActor } from './actor.ts';
import { Refusal } from './refusal.ts';
import { isUuid } from './uuid.ts';

type Candidate = { readonly id: string; readonly asset_id: string; readonly organization_id: string };

/**
 * Finds the asset for a `{ref}` (a UUID, or an `asset_id`, ignoring case) among those that the person may see: first in
 * their own organizations, then in all.
 * @throws Refusal `not_found`; `ambiguous_ref` with the candidates if several organizations have that `asset_id`.
 */
export function chooseAsset<A extends Candidate>(
  visible: readonly A[],
  ref: string,
  { memberships }: Pick<PersonActor, 'memberships'>
): A {
  const wanted = ref.toLowerCase();
  const meant = visible.filter((asset) => (isUuid(ref) ? asset.id : asset.asset_id.toLowerCase()) === wanted);
  const own = meant.filter((asset) => memberships.has(asset.organization_id));
  const [asset, ...others] = own.length > 0 ? own : meant;
  if (asset === undefined) throw new Refusal('not_found', `Asset ${ref} not found, or you do not have access to it.`);
  if (others.length > 0) {
    throw new Refusal('ambiguous_ref', `Several organizations have an asset ${ref}. Use its UUID.`, {
      candidates: [asset, ...others].map(({ id, asset_id, organization_id }) => ({ id, asset_id, organization_id }))
    });
  }
  return asset;
}
