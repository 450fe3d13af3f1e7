import { z } from 'zod';
import { MOST_CERTIFICATES, MOST_IN_ONE_PDF } from '#lib/records/exports.ts';
import { certificateExportBody } from './certificate-exports.ts';
import { certificateMailSchema, sendCertificateBody } from './certificate-mails.ts';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';
import { id } from './primitives.ts';

const byId = z.strictObject({ id });

export const certificatesOutOperations = {
  exportCertificates: operation({
    method: 'POST',
    path: '/calibrations/certificates',
    tag: 'Certificates',
    summary: `Up to ${MOST_CERTIFICATES} certificates as one ZIP, or up to ${MOST_IN_ONE_PDF} as one PDF`,
    description:
      'The ZIP contains the issued originals, named by their numbers, and `certificates.csv`, which lists them with their SHA-256 and everything that is missing with the reason; ' +
      'the operation’s `result` lists it as well (`left_out`). Missing are certificates that have not been issued and cannot be issued now, and those of voided calibrations. ' +
      'The PDF consists of copies of the pages, without signatures: each page is marked as a copy with its date, and the first page lists its contents. `Location` is the operation, which reports progress and the address of the file.',
    access: 'user',
    body: certificateExportBody,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'ambiguous_ref', 'too_many_requests'],
    idempotent: true
  }),
  sendCertificate: operation({
    method: 'POST',
    path: '/calibrations/{id}/certificate/mails',
    tag: 'Certificates',
    summary: 'Mail the issued certificate to a customer',
    description:
      'The mail waits in the queue; `GET` reports what became of it. The PDF is attached, or linked if it is larger than 10 MB. Members can send 60 in an hour, an organization 500 in a day and 20 a day to one address. Recorded in the history.',
    access: 'technician',
    params: byId,
    body: sendCertificateBody,
    answers: { 202: certificateMailSchema },
    refusals: [
      'not_found',
      'forbidden',
      'already_voided',
      'no_results',
      'certificate_held',
      'certificate_in_review',
      'certificate_imported',
      'mail_not_configured',
      'too_many_requests'
    ],
    idempotent: true
  }),
  listCertificateMails: operation({
    method: 'GET',
    path: '/calibrations/{id}/certificate/mails',
    tag: 'Certificates',
    summary: 'Mails of the certificate to customers, newest first, at most 100',
    access: 'technician',
    params: byId,
    answers: { 200: z.array(certificateMailSchema) },
    refusals: ['not_found', 'forbidden']
  })
} as const;
