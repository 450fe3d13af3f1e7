import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countByLocation, locationTree, pathText, type Placed } from './location-tree.ts';

const place = (id: string, parent_id: string | null = null, name = id): Placed => ({ id, name, parent_id });
const works = [
  place('w', null, 'Works'),
  place('h10', 'w', 'Hall 10'),
  place('h2', 'w', 'Hall 2'),
  place('l', 'h2', 'Line'),
  place('x', 'unknown', 'Elsewhere')
];
const tree = locationTree(works);

it('knows path, children in their natural order, and branch', () => {
  expect(pathText(tree, 'l')).toBe('Works / Hall 2 / Line');
  expect(tree.childrenOf('w').map(({ name }) => name)).toEqual(['Hall 2', 'Hall 10']);
  expect(tree.childrenOf(null).map(({ name }) => name)).toEqual(['Elsewhere', 'Works']);
  expect([...tree.branchOf('h2')]).toEqual(['h2', 'l']);
  expect([pathText(tree, 'nobody'), pathText(tree, null)]).toEqual([null, null]);
});

it('counts the assets of a location and of its branch', () => {
  const standing = ['l', 'l', 'h2', 'h10', 'nobody', null].map((location_id) => ({ location_id }));
  expect(Object.fromEntries(countByLocation(tree, standing))).toEqual({
    w: { here: 0, within: 4 },
    h2: { here: 1, within: 3 },
    l: { here: 2, within: 2 },
    h10: { here: 1, within: 1 }
  });
});

it('ends where two locations contain each other, as half a pull may leave them', () => {
  const ring = locationTree([place('a', 'b'), place('b', 'a')]);
  expect(ring.pathOf('a').map(({ id }) => id)).toEqual(['b', 'a']);
  expect([...ring.branchOf('a')]).toEqual(['a', 'b']);
});

it('holds a branch that is ten thousand levels deep', () => {
  const deep = locationTree(Array.from({ length: 10_000 }, (_, i) => place(String(i), i === 0 ? null : String(i - 1))));
  expect(deep.pathOf('9999')).toHaveLength(10_000);
  expect(deep.branchOf('0').size).toBe(10_000);
});

/** Any forest, moved about: a move into the own branch is not made, as no server makes it. */
const moved = fc.array(fc.tuple(fc.nat(29), fc.option(fc.nat(29))), { maxLength: 120 }).map((moves) => {
  const parents = new Map<string, string | null>(Array.from({ length: 30 }, (_, i) => [String(i), null]));
  const all = () => [...parents].map(([id, parent]) => place(id, parent));
  for (const [what, where] of moves) {
    const into = where === null ? null : String(where);
    if (into === null || !locationTree(all()).branchOf(String(what)).has(into)) parents.set(String(what), into);
  }
  return { parents, tree: locationTree(all()) };
});

it('never has a cycle, and every path is that of the parents, whatever is moved where', () => {
  fc.assert(
    fc.property(moved, ({ parents, tree: forest }) => {
      for (const [id, parent] of parents) {
        const above = parent === null ? [] : forest.pathOf(parent);
        expect(forest.pathOf(id)).toEqual([...above, forest.find(id)]);
        expect(above.map((step) => step.id)).not.toContain(id);
        for (const step of forest.pathOf(id)) expect(forest.branchOf(step.id).has(id)).toBe(true);
      }
      const reached = forest.childrenOf(null).flatMap((root) => [...forest.branchOf(root.id)]);
      expect(reached.sort()).toEqual([...parents.keys()].sort());
    })
  );
});
