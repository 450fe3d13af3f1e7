import { liveAssets, liveLocationTree, liveOrganizations } from '#lib/client/state/collections.svelte.ts';
import type { Location } from '#lib/contracts/locations.ts';
import { countByLocation } from '#lib/laboratory/location-tree.ts';

/** The tree of locations, and how many active assets stand where. Call inside component initialisation. */
export function standing() {
  const locations = liveLocationTree();
  const organizations = liveOrganizations();
  const assets = liveAssets();
  const counts = $derived(
    countByLocation(
      locations.tree,
      assets.all.filter(({ status }) => status === 'active')
    )
  );
  const names = $derived(new Map(organizations.all.map(({ id, name }) => [id, name])));
  return {
    get tree() {
      return locations.tree;
    },
    within: ({ id }: Location) => counts.get(id)?.within ?? 0,
    here: ({ id }: Location) => counts.get(id)?.here ?? 0,
    /** Whose a location is, where that is in question; null for those of all. */
    ownerOf: ({ organization_id }: Location) => (names.size > 1 ? (names.get(organization_id ?? '') ?? null) : null),
    isCommon: ({ organization_id }: Location) => organization_id === null
  };
}
