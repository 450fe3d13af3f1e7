import { z } from 'zod';
import { dccReadingSchema } from './dcc.ts';
import { operation } from './operation.ts';
import { languageSchema } from './primitives.ts';

/** Largest file that is read. */
export const LARGEST_DCC = 16 << 20;

export const dccOperations = {
  readDcc: operation({
    method: 'POST',
    path: '/dcc/read',
    tag: 'Certificates',
    summary: 'Read a digital calibration certificate (PTB DCC 2.4 to 3.3); nothing is stored',
    description:
      'The body is the XML file, up to 16 MiB, or a form with the file as its only part, `file`. Files with a document type declaration are refused. Returns the points with U and k, the values that a calibration would use, the state of the signature and, with its XPath, everything that is not represented.',
    access: 'user',
    query: z.strictObject({
      language: languageSchema.optional().describe('Preferred language for texts given in several')
    }),
    upload: ['application/xml', 'text/xml'],
    uploadForm: true,
    bodyLimit: LARGEST_DCC,
    answers: { 200: dccReadingSchema },
    refusals: ['bad_request', 'dcc_hostile', 'dcc_not_xml', 'dcc_invalid', 'dcc_signature_broken', 'too_many_requests']
  })
} as const;
