import type { z } from 'zod';
import type { createOrganizationBody, Organization, updateOrganizationBody } from '#lib/contracts/organizations.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { bodyOfForm, emptyForm, formOfRecord, type FormOf } from '../form/record-form.ts';

export type OrganizationForm = FormOf<typeof ORGANIZATION>;

export const emptyOrganization = (): OrganizationForm => emptyForm(ORGANIZATION);
export const organizationFormOf = (organization: Organization): OrganizationForm =>
  formOfRecord(ORGANIZATION, organization);

/** A change of the profile. A prefix left empty is the server's to choose (or to keep). */
export function organizationChanges(form: OrganizationForm): z.input<typeof updateOrganizationBody> {
  const { certificate_prefix, ...profile } = bodyOfForm(ORGANIZATION, form);
  const prefix = certificate_prefix.toUpperCase();
  return { ...profile, ...(prefix !== '' && { certificate_prefix: prefix }) };
}

/** A new organization: the head location is among what only an organization that is there can have. */
export function organizationBody(form: OrganizationForm): z.input<typeof createOrganizationBody> {
  const { location_id: _, ...profile } = organizationChanges(form);
  return { ...profile, name: form.name.trim() };
}
