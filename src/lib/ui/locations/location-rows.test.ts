import { expect, it } from 'vitest';
import type { Location } from '#lib/contracts/locations.ts';
import { locationTree } from '#lib/laboratory/location-tree.ts';
import { aLocation } from './location-fixture.ts';
import { findLocations, locationOptions, openAtFirst, visibleRows } from './location-rows.ts';

const all: readonly Location[] = [
  aLocation('Hall'),
  aLocation('Line 10', 'Hall'),
  aLocation('Line 2', 'Hall'),
  aLocation('Café', 'Line 2'),
  { ...aLocation('Store'), address: 'Quay Street' }
];
const tree = locationTree(all);
const shown = (open: readonly string[]) =>
  visibleRows(tree, new Set(open)).map(({ location, depth }) => `${'-'.repeat(depth)}${location.name}`);

it('shows the open one below the location that contains it', () => {
  expect(shown([])).toEqual(['Hall', 'Store']);
  expect(shown(['Hall'])).toEqual(['Hall', '-Line 2', '-Line 10', 'Store']);
  expect(shown(['Line 2', 'Hall', 'Store'])).toEqual(['Hall', '-Line 2', '--Café', '-Line 10', 'Store']);
});

it('opens a small tree and leaves a large one closed', () => {
  expect(openAtFirst(all).size).toBe(5);
  expect(openAtFirst(Array.from({ length: 2000 }, (_, i) => aLocation(String(i)))).size).toBe(0);
});

it('shows a branch that is deeper than functions can call themselves', () => {
  const deep = Array.from({ length: 20_000 }, (_, i) => aLocation(String(i), i === 0 ? null : String(i - 1)));
  expect(visibleRows(locationTree(deep), new Set(deep.map(({ id }) => id)))).toHaveLength(20_000);
});

it('finds by the words of the path and of the address', () => {
  const found = (query: string) => findLocations(tree, all, query).map(({ path }) => path);
  expect(found('hall cafe')).toEqual(['Hall / Line 2 / Café']);
  expect(found('quay')).toEqual(['Store']);
  expect(found('nowhere')).toEqual([]);
});

it('offers each by its path', () => {
  expect(locationOptions(tree, all).map(({ label }) => label)).toEqual([
    'Hall',
    'Hall / Line 2',
    'Hall / Line 2 / Café',
    'Hall / Line 10',
    'Store'
  ]);
});
