import { expect, it } from 'vitest';
import type { Location } from '#lib/contracts/locations.ts';
import { asTree, emptyLocation, newLocationBody, possibleParents } from './location-form.ts';

const place = (id: string, parent_id: string | null = null, organization_id: string | null = 'o'): Location => ({
  id,
  name: id,
  address: null,
  description: null,
  parent_id,
  is_calibration_lab: false,
  organization_id,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z'
});
const all = [
  place('line 2', 'hall'),
  place('hall'),
  place('line 1', 'hall'),
  place('shelf', 'line 1'),
  place('other', null, 'x')
];

it('shows places below what they lie in', () => {
  expect(asTree(all).map(({ location, depth }) => [location.id, depth])).toEqual([
    ['hall', 0],
    ['line 1', 1],
    ['shelf', 2],
    ['line 2', 1],
    ['other', 0]
  ]);
});
it('offers no place within itself, nor of another organization, as its parent', () => {
  expect(possibleParents(all, 'o', 'line 1').map(({ id }) => id)).toEqual(['line 2', 'hall']);
});
it('sends empty text as null', () => {
  expect(newLocationBody({ ...emptyLocation('o', true), name: ' Lab ' })).toEqual({
    name: 'Lab',
    address: null,
    description: null,
    parent_id: null,
    is_calibration_lab: true,
    organization_id: 'o'
  });
});
