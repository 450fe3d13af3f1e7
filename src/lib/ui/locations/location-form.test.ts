import { expect, it } from 'vitest';
import { locationTree } from '#lib/laboratory/location-tree.ts';
import { aLocation } from './location-fixture.ts';
import { emptyLocation, newLocationBody, possibleParents } from './location-form.ts';

const all = [
  aLocation('line 2', 'hall'),
  aLocation('hall'),
  aLocation('line 1', 'hall'),
  aLocation('shelf', 'line 1'),
  aLocation('campus', null, null),
  aLocation('other', null, 'x')
];

it('offers no place within itself, nor of another organization, as its parent', () => {
  const offered = (organization: string | null, self: string | null) =>
    possibleParents(locationTree(all), all, organization, self).map(({ id }) => id);
  expect(offered('o', 'line 1')).toEqual(['line 2', 'hall', 'campus']);
  expect(offered(null, 'campus')).toEqual([]);
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
