/** The tree of locations, for callers that have all of them. */
import type { Location } from '#lib/contracts/locations.ts';
import { naturalOrder } from './natural-order.ts';

export type Placed = Pick<Location, 'id' | 'name' | 'parent_id'>;

export type LocationTree<L extends Placed> = {
  readonly find: (id: string) => L | null;
  /** The locations directly in a location, or without a known parent, by name. */
  readonly childrenOf: (id: string | null) => readonly L[];
  /** From the outermost to the location itself; empty if it is unknown. */
  readonly pathOf: (id: string | null) => readonly L[];
  /** The location and everything within it. */
  readonly branchOf: (id: string) => ReadonlySet<string>;
};

/** Siblings by name. An unknown parent counts as none, so that its locations are still shown. */
export function locationTree<L extends Placed>(locations: readonly L[]): LocationTree<L> {
  const byId = new Map(locations.map((location) => [location.id, location]));
  const children = new Map<string | null, L[]>();
  const inOrder = naturalOrder();
  for (const location of locations.toSorted((a, b) => inOrder(a.name, b.name))) {
    const parent = location.parent_id !== null && byId.has(location.parent_id) ? location.parent_id : null;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [location]);
    else siblings.push(location);
  }
  const childrenOf = (id: string | null): readonly L[] => children.get(id) ?? [];
  return {
    find: (id) => byId.get(id) ?? null,
    childrenOf,
    pathOf(id) {
      const path = new Set<L>();
      // Documents arrive one by one, so a device may briefly have two locations that contain each other.
      for (let at = id === null ? undefined : byId.get(id); at !== undefined && !path.has(at);) {
        path.add(at);
        at = at.parent_id === null ? undefined : byId.get(at.parent_id);
      }
      return [...path].reverse();
    },
    branchOf(id) {
      const branch = new Set([id]);
      // Iterating over a set includes elements that are added meanwhile.
      for (const at of branch) for (const child of childrenOf(at)) branch.add(child.id);
      return branch;
    }
  };
}

/** `Works / Hall 3 / Line 2`; null if the location is unknown. */
export function pathText<L extends Placed>(tree: LocationTree<L>, id: string | null): string | null {
  const path = tree.pathOf(id);
  return path.length === 0 ? null : path.map(({ name }) => name).join(' / ');
}

/** For each location, the number of assets directly in it and in its subtree. */
export function countByLocation<L extends Placed>(
  tree: LocationTree<L>,
  standing: Iterable<{ readonly location_id: string | null }>
): ReadonlyMap<string, { readonly here: number; readonly within: number }> {
  const here = new Map<string, number>();
  for (const { location_id: id } of standing) if (id !== null) here.set(id, (here.get(id) ?? 0) + 1);
  const counts = new Map<string, { here: number; within: number }>();
  for (const [id, n] of here) {
    for (const { id: at } of tree.pathOf(id)) {
      const count = counts.get(at) ?? { here: here.get(at) ?? 0, within: 0 };
      count.within += n;
      counts.set(at, count);
    }
  }
  return counts;
}
