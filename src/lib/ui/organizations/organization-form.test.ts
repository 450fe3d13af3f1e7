import { expect, it } from 'vitest';
import { emptyOrganization, organizationBody } from './organization-form.ts';

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
