import { expect, test } from 'vitest';
import type { SearchHit } from '#lib/contracts/dashboard.ts';
import { addServerHits } from './add-server-hits.ts';
import { findEverything, type SearchSource } from './find-everything.ts';

const source: SearchSource = {
  ...{ assets: [], calibrations: [], procedures: [], recent: [], states: [], commands: [] },
  locations: [{ id: 'l1', name: 'Hall 3', address: null }],
  people: [{ id: 'p1', full_name: 'Hallie Berg' }],
  organizations: [{ id: 'o1', name: 'Hall & Sons' }],
  places: [{ href: '/locations', title: 'Hall plan' }]
};
const hit = (kind: SearchHit['kind'], id: string, title: string): SearchHit => ({
  ...{ kind, id, title, detail: '', organization_id: null }
});
const shown = (hits: readonly SearchHit[]) =>
  addServerHits(findEverything('hall', source), hits, source).map(({ kind, items, total }) => [
    kind,
    items.map(({ href }) => href),
    total
  ]);

test('offline, places, people and organizations that the device holds are found', () => {
  expect(shown([])).toEqual([
    ['location', ['/locations/l1'], 1],
    ['person', ['/users/p1'], 1],
    ['organization', ['/organizations/o1'], 1],
    ['place', ['/locations'], 1]
  ]);
});

test('what the server finds besides comes in its kind, once, and kinds keep their order', () => {
  const hits = [
    hit('organization', 'o2', 'Hall of Records'),
    hit('location', 'l1', 'Hall 3'),
    hit('asset', 'a9', 'HALL-9')
  ];
  expect(shown(hits)).toEqual([
    ['asset', ['/assets/a9'], 1],
    ['location', ['/locations/l1'], 1],
    ['person', ['/users/p1'], 1],
    ['organization', ['/organizations/o1', '/organizations/o2'], 2],
    ['place', ['/locations'], 1]
  ]);
});
