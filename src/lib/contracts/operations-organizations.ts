import { z } from 'zod';
import { MIB, operation } from './operation.ts';
import {
  createOrganizationBody,
  organizationSchema,
  signingCertificateSchema,
  updateOrganizationBody,
  visibleOrganizationSchema
} from './organizations.ts';
import { id, queryFlag } from './primitives.ts';

const byId = z.strictObject({ id });

export const organizationOperations = {
  listOrganizations: operation({
    method: 'GET',
    path: '/organizations',
    tag: 'Organizations',
    summary: 'List active organizations; for non-members, private ones have only their name',
    access: 'user',
    query: z.strictObject({ mine: queryFlag.optional() }),
    answers: { 200: z.array(visibleOrganizationSchema) }
  }),
  createOrganization: operation({
    method: 'POST',
    path: '/organizations',
    tag: 'Organizations',
    summary: 'Create an organization; its creator becomes its first administrator',
    access: 'technician',
    body: createOrganizationBody,
    answers: { 201: organizationSchema },
    idempotent: true
  }),
  getOrganization: operation({
    method: 'GET',
    path: '/organizations/{id}',
    tag: 'Organizations',
    summary: 'One organization',
    access: 'user',
    params: byId,
    answers: { 200: visibleOrganizationSchema },
    refusals: ['not_found']
  }),
  updateOrganization: operation({
    method: 'PUT',
    path: '/organizations/{id}',
    tag: 'Organizations',
    summary: 'Change the profile; omitted fields are unchanged',
    access: 'technician',
    params: byId,
    body: updateOrganizationBody,
    answers: { 200: organizationSchema },
    refusals: ['not_found', 'forbidden', 'stale']
  }),
  deactivateOrganization: operation({
    method: 'DELETE',
    path: '/organizations/{id}',
    tag: 'Organizations',
    summary: 'Deactivate an organization; from then on only super administrators see it',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden']
  }),
  restoreOrganization: operation({
    method: 'POST',
    path: '/organizations/{id}/restore',
    tag: 'Organizations',
    summary: 'Reactivate a deactivated organization with its memberships',
    access: 'superadmin',
    params: byId,
    answers: { 200: organizationSchema },
    refusals: ['not_found']
  }),
  putLogo: operation({
    method: 'PUT',
    path: '/organizations/{id}/logo',
    tag: 'Organizations',
    summary: 'Set the logo: the bytes of a PNG, JPEG, WebP or GIF file',
    description:
      'The logo is re-encoded and keeps its proportions. Certificates show the logo as of the day of the calibration.',
    access: 'technician',
    params: byId,
    upload: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    bodyLimit: 5 * MIB,
    answers: { 200: organizationSchema },
    refusals: ['not_found', 'forbidden', 'not_an_image']
  }),
  deleteLogo: operation({
    method: 'DELETE',
    path: '/organizations/{id}/logo',
    tag: 'Organizations',
    summary: 'Remove the logo',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden']
  }),
  getSigningCertificate: operation({
    method: 'GET',
    path: '/organizations/{id}/signing-certificate',
    tag: 'Certificates',
    summary: 'The organization’s signing certificate; null before its first calibration certificate',
    access: 'user',
    params: byId,
    answers: { 200: signingCertificateSchema.nullable() },
    refusals: ['not_found']
  }),
  getSigningCertificatePem: operation({
    method: 'GET',
    path: '/organizations/{id}/signing-certificate.pem',
    tag: 'Certificates',
    summary: 'The same as a PEM file',
    access: 'user',
    params: byId,
    answers: { 200: { media: 'application/x-pem-file' } },
    refusals: ['not_found', 'no_certificate']
  }),
  getInstanceSigningCertificate: operation({
    method: 'GET',
    path: '/admin/signing-certificate',
    tag: 'Certificates',
    summary: 'The fallback signing certificate of this installation; null until it is first needed',
    access: 'user',
    answers: { 200: signingCertificateSchema.nullable() }
  }),
  getInstanceSigningCertificatePem: operation({
    method: 'GET',
    path: '/admin/signing-certificate.pem',
    tag: 'Certificates',
    summary: 'The same as a PEM file',
    access: 'user',
    answers: { 200: { media: 'application/x-pem-file' } },
    refusals: ['no_certificate']
  })
} as const;
