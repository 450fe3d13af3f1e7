import type { z } from 'zod';
import type { createOrganizationBody, Organization, updateOrganizationBody } from '#lib/contracts/organizations.ts';

export type OrganizationForm = {
  name: string;
  full_name: string;
  description: string;
  website: string;
  email: string;
  phone: string;
  location_id: string;
  private: boolean;
  certificate_prefix: string;
};

export const emptyOrganization = (): OrganizationForm => ({
  name: '',
  full_name: '',
  description: '',
  website: '',
  email: '',
  phone: '',
  location_id: '',
  private: false,
  certificate_prefix: ''
});

export const organizationFormOf = (organization: Organization): OrganizationForm => ({
  ...emptyOrganization(),
  name: organization.name,
  full_name: organization.full_name ?? '',
  description: organization.description ?? '',
  website: organization.website ?? '',
  email: organization.email ?? '',
  phone: organization.phone ?? '',
  location_id: organization.location_id ?? '',
  private: organization.private
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** A prefix left empty is the server's to choose (or to keep). */
export function organizationBody(form: OrganizationForm): z.input<typeof createOrganizationBody> {
  const prefix = form.certificate_prefix.trim().toUpperCase();
  return {
    name: form.name.trim(),
    full_name: orNull(form.full_name),
    description: orNull(form.description),
    website: orNull(form.website),
    email: orNull(form.email),
    phone: orNull(form.phone),
    private: form.private,
    ...(prefix !== '' && { certificate_prefix: prefix })
  };
}

/** A change of the profile; the head location is among what only an organization that is there can have. */
export const organizationChanges = (form: OrganizationForm): z.input<typeof updateOrganizationBody> => ({
  ...organizationBody(form),
  location_id: orNull(form.location_id)
});
