import { expect, it } from 'vitest';
import { emptyOrganization, organizationBody, organizationChanges } from './organization-form.ts';

it('leaves the prefix of certificates to the server unless one is given', () => {
  expect(organizationBody({ ...emptyOrganization(), name: ' Northfield ' })).not.toHaveProperty('certificate_prefix');
  expect(organizationBody({ ...emptyOrganization(), name: 'N', certificate_prefix: ' ncl ' })).toMatchObject({
    certificate_prefix: 'NCL'
  });
});
it('sends empty fields as null', () => {
  expect(organizationBody({ ...emptyOrganization(), name: ' Northfield ', website: ' ' })).toMatchObject({
    name: 'Northfield',
    website: null
  });
});

it('names the head location of an organization that is there, and none of a new one', () => {
  const form = { ...emptyOrganization(), name: 'N', location_id: '0198a000-0000-7000-8000-00000000000f' };
  expect(organizationChanges(form, form)).toMatchObject({ location_id: form.location_id });
  expect(organizationChanges({ ...form, location_id: '' }, form)).toMatchObject({ location_id: null });
  expect(organizationBody(form)).not.toHaveProperty('location_id');
});

it('sends who releases only if it was chosen anew', () => {
  const form = { ...emptyOrganization(), release: 'second_person' as const };
  expect(organizationChanges(form, { release: 'automatic' })).toMatchObject({ release: 'second_person' });
  expect(organizationChanges(form, form)).not.toHaveProperty('release');
  expect(organizationBody({ ...form, name: 'N' })).toMatchObject({ release: 'second_person' });
});
