import { z } from 'zod';
import { KIB, MIB, operation } from './operation.ts';
import {
  createOrganizationBody,
  importSigningCertificateBody,
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
    summary: 'The same as a PEM file, with the certificates above it',
    access: 'user',
    params: byId,
    answers: { 200: { media: 'application/x-pem-file' } },
    refusals: ['not_found', 'no_certificate']
  }),
  importSigningCertificate: operation({
    method: 'PUT',
    path: '/organizations/{id}/signing-certificate',
    tag: 'Certificates',
    summary: 'Sign with the organization’s own certificate (PKCS#12) from now on',
    description:
      'RSA with 2048 to 8192 bits, for signing documents, with its whole chain. Where the file cannot be used, the context of the refusal has the reason. Needs a session whose owner has proved their identity within ten minutes (`POST /auth/proof`).',
    access: 'technician',
    params: byId,
    body: importSigningCertificateBody,
    bodyLimit: 72 * KIB,
    answers: { 200: signingCertificateSchema },
    refusals: ['not_found', 'forbidden', 'proof_required', 'bad_request']
  }),
  replaceSigningCertificate: operation({
    method: 'DELETE',
    path: '/organizations/{id}/signing-certificate',
    tag: 'Certificates',
    summary: 'Stop signing with the present certificate; this installation makes the next one',
    description:
      'One of this installation’s authority is revoked, an imported one put aside. Certificates signed with it can still be verified. Needs a session as for the import.',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'proof_required', 'no_certificate']
  }),
  getAuthorityCertificate: operation({
    method: 'GET',
    path: '/certificate-authorities/{id}/certificate.crt',
    tag: 'Certificates',
    summary: 'The certificate of this installation’s certification authority, in DER',
    access: 'public',
    params: byId,
    answers: { 200: { media: 'application/pkix-cert' } },
    refusals: ['not_found']
  }),
  getRevocationList: operation({
    method: 'GET',
    path: '/certificate-authorities/{id}/revocations.crl',
    tag: 'Certificates',
    summary: 'The certificates that this installation’s certification authority has revoked, as a list in DER',
    access: 'public',
    params: byId,
    answers: { 200: { media: 'application/pkix-crl' } },
    refusals: ['not_found']
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
