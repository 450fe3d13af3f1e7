import { z } from 'zod';
import { analysisRequestSchema } from './analysis-request.ts';
import { analysisResultSchema } from './analysis-result.ts';
import {
  CALIBRATION_SORTS,
  JUDGEMENTS,
  calibrationHeaderSchema,
  calibrationSchema,
  certificateStateSchema,
  certificateUrlSchema,
  answerBody,
  createCalibrationBody,
  keepBody,
  reissueBody,
  returnBody,
  voidBody
} from './calibrations.ts';
import { MIB, operation } from './operation.ts';
import { calendarDate, id, pageQuery, queryFlag, sortBy } from './primitives.ts';
import { proofBody, PROOF_REFUSALS } from './second-factor.ts';
import { certificateSignatureSchema } from './verification.ts';

const byId = z.strictObject({ id });
const history = pageQuery.omit({ q: true }).extend({ include_voided: queryFlag.optional(), channel_id: id.optional() });

/** Of who reviews a calibration that a second person has to authorize. */
const reviewRefusals = [
  'not_found',
  'forbidden',
  'own_work',
  'certificate_imported',
  'already_voided',
  'not_waiting',
  'already_released'
] as const;

export const calibrationOperations = {
  analyze: operation({
    method: 'POST',
    path: '/calibrations/analyze',
    tag: 'Calibrations',
    summary: 'Compute fit, uncertainty and verdict for the points in the request; nothing is stored',
    access: 'user',
    body: analysisRequestSchema,
    bodyLimit: 16 * MIB,
    largeAsText: true,
    answers: { 200: analysisResultSchema },
    refusals: ['analysis_too_long', 'too_many_requests']
  }),
  createCalibration: operation({
    method: 'POST',
    path: '/calibrations',
    tag: 'Calibrations',
    summary: 'Record a calibration; its id is a permanent idempotency key',
    access: 'technician',
    body: createCalibrationBody,
    bodyLimit: 16 * MIB,
    answers: { 200: calibrationSchema, 201: calibrationSchema },
    refusals: [
      'not_found',
      'ambiguous_ref',
      'forbidden',
      'id_reused',
      'history_differs',
      'analysis_too_long',
      'too_many_requests'
    ],
    idempotent: true
  }),
  listCalibrations: operation({
    method: 'GET',
    path: '/calibrations',
    tag: 'Calibrations',
    summary: 'List the calibrations that the caller may read, newest first by default',
    access: 'user',
    query: history.extend({
      q: pageQuery.shape.q.describe('Words in the certificate number, the asset or the external laboratory'),
      asset: z.string().max(64).optional(),
      organization_id: id.optional(),
      from: calendarDate.optional(),
      to: calendarDate.optional(),
      judgement: z.enum(JUDGEMENTS).optional(),
      recorded_by: id.optional(),
      calibration_location_id: id.optional(),
      kind: z.enum(['internal', 'external']).optional(),
      certificate_state: certificateStateSchema.shape.state.optional(),
      sort: sortBy(...CALIBRATION_SORTS).optional()
    }),
    answers: { 200: z.array(calibrationHeaderSchema) },
    refusals: ['invalid_cursor', 'not_found', 'ambiguous_ref'],
    paged: true
  }),
  listAssetCalibrations: operation({
    method: 'GET',
    path: '/assets/{ref}/calibrations',
    tag: 'Calibrations',
    summary: 'The history of one asset, newest version first',
    access: 'user',
    params: z.strictObject({ ref: z.string().min(1).max(64) }),
    query: history.extend({ organization_id: id.optional() }),
    answers: { 200: z.array(calibrationHeaderSchema) },
    refusals: ['not_found', 'ambiguous_ref', 'invalid_cursor'],
    paged: true
  }),
  getCalibration: operation({
    method: 'GET',
    path: '/calibrations/{id}',
    tag: 'Calibrations',
    summary: 'One calibration with its points and analysis',
    access: 'user',
    params: byId,
    answers: { 200: calibrationSchema },
    refusals: ['not_found']
  }),
  voidCalibration: operation({
    method: 'DELETE',
    path: '/calibrations/{id}',
    tag: 'Calibrations',
    summary: 'Void a calibration; it stays on record but no longer counts',
    access: 'admin',
    params: byId,
    query: z.strictObject({ reason: z.string().trim().max(2000).optional() }),
    body: voidBody,
    bodyOptional: true,
    answers: { 200: calibrationSchema },
    refusals: ['not_found', 'forbidden', 'already_voided']
  }),
  restoreCalibration: operation({
    method: 'POST',
    path: '/calibrations/{id}/restore',
    tag: 'Calibrations',
    summary: 'Restore a voided calibration, so that it counts again',
    access: 'admin',
    params: byId,
    answers: { 200: calibrationSchema },
    refusals: ['not_found', 'forbidden', 'not_voided']
  }),
  keepCalibration: operation({
    method: 'POST',
    path: '/calibrations/{id}/keep',
    tag: 'Calibrations',
    summary: 'Keep a calibration whose certificate is held; the certificate is issued and states the reason',
    access: 'technician',
    params: byId,
    body: keepBody,
    answers: { 200: calibrationSchema },
    refusals: ['not_found', 'forbidden', 'not_held', 'already_voided', 'certificate_imported']
  }),
  releaseCalibration: operation({
    method: 'POST',
    path: '/calibrations/{id}/release',
    tag: 'Calibrations',
    summary: 'Review and authorize a calibration; its certificate, which was waiting for a second person, is issued',
    description:
      'Only for members who have been given this right (`may_release`) by an administrator of the organization, and never for the person who recorded the calibration. The caller confirms with their password or, with a second factor, with `code` or `passkey` (`POST /auth/proof/options`); without any of them, with a proof by the identity provider within the last ten minutes, used up by it.',
    access: 'technician',
    params: byId,
    body: proofBody,
    answers: { 200: calibrationSchema },
    refusals: [...reviewRefusals, 'proof_required', ...PROOF_REFUSALS]
  }),
  returnCalibration: operation({
    method: 'POST',
    path: '/calibrations/{id}/return',
    tag: 'Calibrations',
    summary: 'Return a calibration to the person who recorded it; its certificate waits for an answer',
    access: 'technician',
    params: byId,
    body: returnBody,
    answers: { 200: calibrationSchema },
    refusals: reviewRefusals
  }),
  answerReturn: operation({
    method: 'POST',
    path: '/calibrations/{id}/answer',
    tag: 'Calibrations',
    summary: 'Answer the remark with which a calibration was returned; its certificate waits for release again',
    access: 'technician',
    params: byId,
    body: answerBody,
    answers: { 200: calibrationSchema },
    refusals: ['not_found', 'forbidden', 'certificate_imported', 'already_voided', 'not_returned', 'already_released']
  }),
  getCertificate: operation({
    method: 'GET',
    path: '/calibrations/{id}/certificate',
    tag: 'Certificates',
    summary: 'A URL of the issued certificate, valid for one hour; if the file is missing, it is created',
    access: 'user',
    params: byId,
    answers: { 200: certificateUrlSchema },
    refusals: [
      'not_found',
      'no_results',
      'certificate_failed',
      'certificate_held',
      'certificate_in_review',
      'certificate_imported'
    ]
  }),
  reissueCertificate: operation({
    method: 'POST',
    path: '/calibrations/{id}/certificate/reissue',
    tag: 'Certificates',
    summary: 'Issue a certificate again that could not be issued, or whose file was lost',
    description:
      'One that failed waits for the next attempt (`pending`). A lost file is restored to the last byte if possible. Otherwise the same contents are signed again and become a later file of this certificate: `/verify` recognizes both. Contents that differ from the recorded ones are refused (`reissue_differs`).',
    access: 'technician',
    params: byId,
    body: reissueBody,
    answers: { 200: calibrationSchema },
    refusals: [
      'not_found',
      'forbidden',
      'no_results',
      'nothing_to_reissue',
      'reissue_differs',
      'certificate_failed',
      'certificate_held',
      'certificate_in_review',
      'certificate_imported'
    ]
  }),
  getCertificateSignature: operation({
    method: 'GET',
    path: '/calibrations/{id}/certificate/signature',
    tag: 'Certificates',
    summary:
      'How long the signature of the issued certificate can be checked, what it lacks, and the hashes of its files',
    access: 'user',
    params: byId,
    answers: { 200: certificateSignatureSchema },
    refusals: ['not_found', 'no_certificate']
  }),
  downloadCertificate: operation({
    method: 'GET',
    path: '/calibrations/{id}/certificate/download',
    tag: 'Certificates',
    summary: 'Create a signed copy, marked as a copy',
    description: 'Without `template_id`, by the template that issued the certificate, or that would issue it now.',
    access: 'user',
    params: byId,
    query: z.strictObject({ template_id: z.union([id, z.literal('built-in')]).optional() }),
    answers: { 200: { media: 'application/pdf' } },
    refusals: [
      'not_found',
      'no_results',
      'certificate_failed',
      'certificate_held',
      'certificate_in_review',
      'certificate_imported',
      'too_many_requests'
    ]
  }),
  downloadDcc: operation({
    method: 'GET',
    path: '/calibrations/{id}/dcc',
    tag: 'Certificates',
    summary:
      'The digital calibration certificate (PTB DCC 3.3.0), signed; the same bytes while the key of its certificate is good',
    access: 'user',
    params: byId,
    answers: { 200: { media: 'application/xml' } },
    refusals: [
      'not_found',
      'no_results',
      'certificate_failed',
      'certificate_held',
      'certificate_in_review',
      'certificate_imported',
      'no_country'
    ]
  })
} as const;
