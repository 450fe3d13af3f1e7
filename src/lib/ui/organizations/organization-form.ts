import type { z } from 'zod';
import type { createOrganizationBody, Organization, updateOrganizationBody } from '#lib/contracts/organizations.ts';
import type { Release } from '#lib/records/certificate-states.ts';
import { ORGANIZATION } from '#lib/records/organization.ts';
import { bodyOfForm, emptyForm, formOfRecord, inputFields, type FormOf } from '../form/record-form.ts';

export type OrganizationForm = FormOf<typeof ORGANIZATION> & { release: Release };

export const emptyOrganization = (): OrganizationForm => ({
  ...emptyForm(ORGANIZATION),
  release: ORGANIZATION.release.initial
});
export const organizationFormOf = (organization: Organization): OrganizationForm => ({
  ...formOfRecord(ORGANIZATION, organization),
  release: organization.release
});

/** What an ordinary input is enough for; the others have their places in the form. */
export const DETAILS = inputFields(ORGANIZATION, ['name', 'certificate_prefix', 'location_id', 'address', 'private']);

/**
 * A change of the profile. A prefix left empty is the server's to choose (or to keep). Who releases is sent only if it was chosen anew: a
 * form that was opened before somebody else changed it does not change it back.
 */
export function organizationChanges(
  form: OrganizationForm,
  before: Pick<OrganizationForm, 'release'>
): z.input<typeof updateOrganizationBody> {
  const { certificate_prefix, ...profile } = bodyOfForm(ORGANIZATION, form);
  const prefix = certificate_prefix.toUpperCase();
  return {
    ...profile,
    ...(prefix !== '' && { certificate_prefix: prefix }),
    ...(form.release !== before.release && { release: form.release })
  };
}

/** A new organization: the head location is among what only an organization that is there can have. */
export function organizationBody(form: OrganizationForm): z.input<typeof createOrganizationBody> {
  const { location_id: _, ...profile } = organizationChanges(form, emptyOrganization());
  return { ...profile, name: form.name.trim() };
}

/** The texts of the page about an organization, without its name, in the order of its form. The head location is shown by its name. */
export function shownTexts(organization: Organization): { readonly key: string; readonly text: string }[] {
  const values = { ...formOfRecord(ORGANIZATION, organization), location_id: organization.location_name };
  return [...DETAILS.map(([key]) => key), 'location_id' as const, 'address' as const].flatMap((key) => {
    const text = values[key];
    return typeof text === 'string' && text !== '' ? [{ key, text }] : [];
  });
}
