import { v7 as uuidv7 } from 'uuid';
import type { ArchivedLocation } from '#lib/contracts/archive.ts';
import type { Placed } from '#lib/laboratory/location-tree.ts';
import { nearestOf } from '#lib/laboratory/exchange/sheet/near.ts';

type Node = Placed & { readonly path: readonly string[]; readonly made: ArchivedLocation | null };

/** Finds locations by their paths, and makes those that are missing. */
export class Places {
  readonly #nodes = new Map<string, Node>();
  readonly #byParent = new Map<string | null, Map<string, Node>>();
  readonly #byName = new Map<string, Node[]>();
  readonly #now: string;

  constructor(locations: readonly Placed[], now: string) {
    this.#now = now;
    const byId = new Map(locations.map((location) => [location.id, location]));
    const add = (location: Placed, depth: number): Node => {
      const known = this.#nodes.get(location.id);
      if (known !== undefined) return known;
      // A cycle cannot be stored; if there is one anyway, the walk ends.
      const parent = depth > 100 ? undefined : byId.get(location.parent_id ?? '');
      const above = parent === undefined ? [] : add(parent, depth + 1).path;
      return this.#keep({ ...location, parent_id: parent?.id ?? null, path: [...above, location.name], made: null });
    };
    for (const location of locations) add(location, 0);
  }

  /** The location at the end of a path; one name alone may be that of any location, if only one has it. */
  find(path: readonly string[]): { readonly id: string; readonly suggestion: string | null } {
    const [name = ''] = path;
    const alike = path.length === 1 ? (this.#byName.get(name.toLowerCase()) ?? []) : [];
    let at = alike.length === 1 ? (alike[0] ?? null) : null;
    if (at !== null) return { id: at.id, suggestion: null };
    let suggestion: string | null = null;
    path.forEach((step, i) => {
      const siblings = this.#byParent.get(at?.id ?? null) ?? new Map<string, Node>();
      const known = siblings.get(step.toLowerCase());
      if (known === undefined) {
        const old = [...siblings.values()].filter(({ made }) => made === null).map(({ name: one }) => one);
        const near = nearestOf(step, old);
        if (near !== null) suggestion ??= [...path.slice(0, i), near, ...path.slice(i + 1)].join(' / ');
      }
      at = known ?? this.#make(step, at);
    });
    return { id: (at as Node | null)?.id ?? '', suggestion };
  }

  /** New locations among these and above them, each after the one it is in. */
  madeFor(ids: Iterable<string>): readonly ArchivedLocation[] {
    const wanted = new Map<string, ArchivedLocation>();
    for (const id of ids) {
      const branch: ArchivedLocation[] = [];
      for (let at = this.#nodes.get(id); at?.made; at = this.#nodes.get(at.parent_id ?? '')) branch.unshift(at.made);
      for (const made of branch) wanted.set(made.id, made);
    }
    return [...wanted.values()];
  }
  pathOf(id: string): string {
    return (this.#nodes.get(id)?.path ?? []).join(' / ');
  }

  #make(name: string, parent: Node | null): Node {
    const id = uuidv7();
    const made: ArchivedLocation = {
      id, name, parent_id: parent?.id ?? null, address: null, description: null, is_calibration_lab: false, common: false,
      created_at: this.#now, updated_at: this.#now
    }; // prettier-ignore
    return this.#keep({ id, name, parent_id: made.parent_id, path: [...(parent?.path ?? []), name], made });
  }

  #keep(node: Node): Node {
    const key = node.name.toLowerCase();
    this.#nodes.set(node.id, node);
    const siblings = this.#byParent.get(node.parent_id) ?? new Map<string, Node>();
    this.#byParent.set(node.parent_id, siblings.set(key, siblings.get(key) ?? node));
    this.#byName.set(key, [...(this.#byName.get(key) ?? []), node]);
    return node;
  }
}
