import type { Location } from '#lib/contracts/locations.ts';

/** Locations that an asset of this organization may stand at: its own, and those that belong to all. */
export const locationOptions = (locations: readonly Location[], organizationId: string) =>
  locations
    .filter(({ organization_id }) => organization_id === null || organization_id === organizationId)
    .map(({ id, name }) => ({ value: id, label: name }));
