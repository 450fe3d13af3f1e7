import type { z } from 'zod';
import type { createLocationBody, Location, updateLocationBody } from '#lib/contracts/locations.ts';
import { LOCATION } from '#lib/records/location.ts';
import { bodyOfForm, emptyForm, formOfRecord, heldFields, type FormOf } from '../form/record-form.ts';

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
export const DETAILS = heldFields(LOCATION, ['name', 'organization_id', 'parent_id', 'address', 'is_calibration_lab']);

/** Places that this one may lie in: its organization's, without itself and what lies in it. */
export function possibleParents(
  locations: readonly Location[],
  organizationId: string | null,
  self: string | null
): Location[] {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const liesInSelf = (location: Location | undefined): boolean => {
    const seen = new Set<string>();
    for (let at = location; at && !seen.has(at.id); at = at.parent_id ? byId.get(at.parent_id) : undefined) {
      if (at.id === self) return true;
      seen.add(at.id);
    }
    return false;
  };
  return locations.filter((location) => location.organization_id === organizationId && !liesInSelf(location));
}

/** Each location with how deep it lies, children below their parent, siblings by name. */
export function asTree(locations: readonly Location[]): { location: Location; depth: number }[] {
  const known = new Set(locations.map(({ id }) => id));
  const children = new Map<string | null, Location[]>();
  for (const location of locations) {
    const parent = location.parent_id !== null && known.has(location.parent_id) ? location.parent_id : null;
    children.set(parent, [...(children.get(parent) ?? []), location]);
  }
  const placed = new Set<string>();
  const below = (parent: string | null, depth: number): { location: Location; depth: number }[] =>
    (children.get(parent) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap((location) => {
        if (placed.has(location.id)) return [];
        placed.add(location.id);
        return [{ location, depth }, ...below(location.id, depth + 1)];
      });
  return below(null, 0);
}
