/** Which assets an address of the list means, for the pages that do something with them. */
import type { LocationTree, Placed } from '#lib/laboratory/location-tree.ts';
import { filterAssets } from '#lib/ui/assets/filter-assets.ts';
import { listOfAddress } from '#lib/ui/assets/list-address.ts';
import type { ListedAsset } from '#lib/ui/search/searched-asset.ts';

/** Those that were ticked, or those that its filter, query and location leave. */
export function meantAssets<A extends ListedAsset & { readonly location_id: string | null }>(
  assets: readonly A[],
  search: URLSearchParams,
  ticked: ReadonlySet<string> | null,
  tree: Pick<LocationTree<Placed>, 'branchOf'>
): A[] {
  const { query, filter, location_id: place } = listOfAddress(search);
  const branch = place === null ? null : tree.branchOf(place);
  const within = assets.filter(
    ({ id, location_id }) =>
      (branch === null || (location_id !== null && branch.has(location_id))) && (ticked === null || ticked.has(id))
  );
  return ticked === null ? filterAssets(within, filter, query) : within;
}
