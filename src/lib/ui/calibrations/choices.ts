import type { ListedCalibration } from '#lib/laboratory/listed-calibration.ts';

type Option = { readonly value: string; readonly label: string };
type Choices = {
  readonly people: readonly Option[];
  readonly places: readonly Option[];
  readonly organizations: readonly Option[];
};

/** What a list of calibrations can be filtered by: only values that occur in it, by name. */
export function choicesOf(
  calibrations: readonly ListedCalibration[],
  names: {
    readonly placeNames: ReadonlyMap<string, string>;
    readonly organizations: readonly { readonly id: string; readonly name: string }[];
  }
): Choices {
  const people = new Map<string, string>();
  const places = new Map<string, string>();
  const organizations = new Set<string>();
  for (const { recorded_by, calibration_location_id: place, organization_id } of calibrations) {
    if (recorded_by.id !== null) people.set(recorded_by.id, recorded_by.full_name);
    const placeName = place === null ? undefined : names.placeNames.get(place);
    if (place !== null && placeName !== undefined) places.set(place, placeName);
    organizations.add(organization_id);
  }
  return {
    people: byLabel(people),
    places: byLabel(places),
    organizations: byLabel(
      new Map(names.organizations.filter(({ id }) => organizations.has(id)).map(({ id, name }) => [id, name]))
    )
  };
}

const byLabel = (names: ReadonlyMap<string, string>): Option[] =>
  [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
