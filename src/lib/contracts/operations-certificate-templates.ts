import { z } from 'zod';
import {
  anyTemplateId,
  anyTemplateSchema,
  certificateTemplateSchema,
  createTemplateBody,
  listedTemplateSchema,
  previewTemplateBody,
  templateChoiceSchema,
  templateValueSchema,
  updateTemplateBody
} from './certificate-templates.ts';
import { KIB, operation } from './operation.ts';
import { id, languageSchema, pageQuery, sortBy } from './primitives.ts';

const byId = z.strictObject({ id });
const tag = 'Certificate templates';
/** A source of the longest size, with every character escaped in JSON. */
const bodyLimit = 640 * KIB;

export const certificateTemplateOperations = {
  listCertificateTemplates: operation({
    method: 'GET',
    path: '/certificate-templates',
    tag,
    summary: 'List the templates that the caller can see, without their sources',
    access: 'user',
    query: pageQuery.extend({
      organization_id: id.optional(),
      sort: sortBy('name', 'created_at').optional()
    }),
    answers: { 200: z.array(listedTemplateSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createCertificateTemplate: operation({
    method: 'POST',
    path: '/certificate-templates',
    tag,
    summary: 'Create a template for an organization or, by an administrator, for all',
    description:
      'The source is tried on a specimen: what cannot be set is a 422 with the line in `loc`, as `["body", "source", "line 12"]`. ' +
      'Required contents that no placeholder prints are listed in `missing`; the template is saved.',
    access: 'technician',
    body: createTemplateBody,
    bodyLimit,
    answers: { 201: certificateTemplateSchema },
    refusals: ['not_found', 'forbidden', 'too_many_requests', 'too_many_templates'],
    idempotent: true
  }),
  getCertificateTemplate: operation({
    method: 'GET',
    path: '/certificate-templates/{id}',
    tag,
    summary: 'One template with its source; `built-in` is the one that is part of the app and cannot be changed',
    access: 'user',
    params: z.strictObject({ id: anyTemplateId }),
    answers: { 200: anyTemplateSchema },
    refusals: ['not_found']
  }),
  updateCertificateTemplate: operation({
    method: 'PUT',
    path: '/certificate-templates/{id}',
    tag,
    summary: 'Change a template; omitted fields are unchanged. Issued certificates stay as they are',
    access: 'technician',
    params: byId,
    body: updateTemplateBody,
    bodyLimit,
    answers: { 200: certificateTemplateSchema },
    refusals: ['not_found', 'forbidden', 'stale', 'too_many_requests']
  }),
  deleteCertificateTemplate: operation({
    method: 'DELETE',
    path: '/certificate-templates/{id}',
    tag,
    summary: 'Delete a template: it cannot be chosen any more; certificates that it set stay as they are',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'stale']
  }),
  previewCertificateTemplate: operation({
    method: 'POST',
    path: '/certificate-templates/preview',
    tag,
    summary: 'Try a source on a specimen or a calibration: an unsigned PDF, marked as a preview',
    access: 'technician',
    body: previewTemplateBody,
    bodyLimit,
    answers: { 200: { media: 'application/pdf' } },
    refusals: ['not_found', 'no_results', 'certificate_imported', 'too_many_requests']
  }),
  listTemplateValues: operation({
    method: 'GET',
    path: '/certificate-templates/context',
    tag,
    summary: 'The values that a template can print, each with an example from the specimen',
    access: 'user',
    query: z.strictObject({ language: languageSchema.optional().describe('Of the examples; omitted: of the caller') }),
    answers: { 200: z.array(templateValueSchema) }
  }),
  listTemplatesOfCalibration: operation({
    method: 'GET',
    path: '/calibrations/{id}/certificate-templates',
    tag,
    summary:
      'What the certificate of a calibration can be set with: its organization’s templates, those for all, the built-in one',
    access: 'user',
    params: byId,
    answers: { 200: z.array(templateChoiceSchema) },
    refusals: ['not_found']
  })
} as const;
