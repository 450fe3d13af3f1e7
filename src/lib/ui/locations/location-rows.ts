import type { Location } from '#lib/contracts/locations.ts';
import { pathText, type LocationTree } from '#lib/laboratory/location-tree.ts';
import { fold, matches, wordsOf } from '../text/plain-text.ts';

export type LocationRow = {
  readonly location: Location;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
};

/** A tree of that many is shown open. */
const FEW = 40;

/** The locations that are open at first: all of a small tree, none of a large one. */
export const openAtFirst = (locations: readonly Location[]): ReadonlySet<string> =>
  new Set(locations.length <= FEW ? locations.map(({ id }) => id) : []);

/** What an opened tree shows, from top to bottom. */
export function visibleRows(tree: LocationTree<Location>, open: ReadonlySet<string>): LocationRow[] {
  const rows: LocationRow[] = [];
  // By a list of what is still to come: a branch may be deeper than functions can call themselves.
  const coming = tree
    .childrenOf(null)
    .toReversed()
    .map((location) => ({ location, depth: 0 }));
  for (let next = coming.pop(); next !== undefined; next = coming.pop()) {
    const { location, depth } = next;
    const children = tree.childrenOf(location.id);
    const isOpen = children.length > 0 && open.has(location.id);
    rows.push({ location, depth, hasChildren: children.length > 0, isOpen });
    if (isOpen) for (const child of children.toReversed()) coming.push({ location: child, depth: depth + 1 });
  }
  return rows;
}

/** Those whose path or address holds every word, with their path. */
export function findLocations(tree: LocationTree<Location>, locations: readonly Location[], query: string) {
  const words = wordsOf(query);
  return locations
    .map((location) => ({ location, path: pathText(tree, location.id) ?? location.name }))
    .filter(({ location, path }) => matches(fold(`${path}\n${location.address ?? ''}`), words))
    .toSorted((a, b) => a.path.localeCompare(b.path));
}

/** For choosing one: each by its path, in the order of the paths. */
export const locationOptions = (tree: LocationTree<Location>, locations: readonly Location[]) =>
  locations
    .map(({ id, name }) => ({ value: id, label: pathText(tree, id) ?? name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
