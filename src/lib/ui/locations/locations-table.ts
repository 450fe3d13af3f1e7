import type { Location } from '#lib/contracts/locations.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { pathText, type LocationTree } from '#lib/laboratory/location-tree.ts';
import type { ListTable } from '../table/list-table.ts';

type Words = {
  readonly assetsIn: (location: Location) => number;
  readonly ownerOf: (location: Location) => string | null;
};

/** Locations by their path, for spreadsheets. */
export const locationsTable = (
  tree: LocationTree<Location>,
  locations: readonly Location[],
  { assetsIn, ownerOf }: Words,
  say: Translate
): ListTable => ({
  heads: ['assets.column.location', 'field.address', 'locations.lab', 'assets.title', 'field.organization_id'].map(
    (key) => say(key)
  ),
  rows: locations
    .map((location) => ({ location, path: pathText(tree, location.id) ?? location.name }))
    .toSorted((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true }))
    .map(({ location, path }) => [
      ...[path, location.address, location.is_calibration_lab ? say('locations.lab') : null],
      ...[assetsIn(location), ownerOf(location)]
    ])
});
