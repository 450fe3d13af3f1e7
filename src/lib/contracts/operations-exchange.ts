import { exportQuery, importQuery, LARGEST_IMPORT } from './exchange.ts';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';

export const exchangeOperations = {
  exportAssets: operation({
    method: 'GET',
    path: '/assets/export',
    tag: 'Import and export',
    summary: 'Export assets with their whole history as a ZIP',
    description:
      'Records, calibrations (voided ones too), certificates and files byte for byte, photos, and tables for spreadsheets. The operation in `Location` says how far it is and where the file is.',
    access: 'technician',
    query: exportQuery,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'too_many_requests']
  }),
  importAssets: operation({
    method: 'POST',
    path: '/assets/import',
    tag: 'Import and export',
    summary: 'Import assets from a file, or look at what that would do',
    description:
      'The part `file` of a form. The operation’s `result` is the report. Everything is applied in one transaction, and nothing where an asset is refused. Nobody is notified, and no certificate is issued.',
    access: 'technician',
    query: importQuery,
    form: true,
    bodyLimit: LARGEST_IMPORT,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'forbidden', 'too_many_requests', 'too_large', 'wrong_type', 'bad_request']
  })
} as const;
