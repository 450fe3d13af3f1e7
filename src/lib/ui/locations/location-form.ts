import type { z } from 'zod';
import type { createLocationBody, Location, updateLocationBody } from '#lib/contracts/locations.ts';
import type { LocationTree } from '#lib/laboratory/location-tree.ts';
import { LOCATION } from '#lib/records/location.ts';
import { bodyOfForm, emptyForm, formOfRecord, inputFields, type FormOf } from '../form/record-form.ts';

export type LocationForm = FormOf<typeof LOCATION>;

export const emptyLocation = (organization_id: string, is_calibration_lab: boolean): LocationForm => ({
  ...emptyForm(LOCATION),
  organization_id,
  is_calibration_lab
});
export const locationFormOf = (location: Location): LocationForm => formOfRecord(LOCATION, location);

export const locationChanges = (form: LocationForm): z.input<typeof updateLocationBody> => bodyOfForm(LOCATION, form);

export const newLocationBody = (form: LocationForm): z.input<typeof createLocationBody> => ({
  ...bodyOfForm(LOCATION, form),
  organization_id: form.organization_id || null
});

/** What an ordinary input is enough for; the others have their places in the form. */
export const DETAILS = inputFields(LOCATION, ['name', 'organization_id', 'parent_id', 'address', 'is_calibration_lab']);

/** Locations that can contain this one: those of its organization and of all, without itself and those within it. */
export function possibleParents(
  tree: LocationTree<Location>,
  locations: readonly Location[],
  organizationId: string | null,
  self: string | null
): Location[] {
  const own = self === null ? new Set<string>() : tree.branchOf(self);
  return locations.filter(
    ({ id, organization_id }) => (organization_id === null || organization_id === organizationId) && !own.has(id)
  );
}
