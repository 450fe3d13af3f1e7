import type { Location } from '#lib/contracts/locations.ts';
import { locationTree } from '#lib/laboratory/location-tree.ts';
import { locationOptions } from '#lib/ui/locations/location-rows.ts';

/** Locations that an asset of this organization may stand at: its own, and those that belong to all; each by its path. */
export const locationsFor = (locations: readonly Location[], organizationId: string) =>
  locationOptions(
    locationTree(locations),
    locations.filter(({ organization_id }) => organization_id === null || organization_id === organizationId)
  );
