import { exportQuery, importQuery, LARGEST_IMPORT, templateQuery } from './exchange.ts';
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
  getImportTemplate: operation({
    method: 'GET',
    path: '/assets/import/template',
    tag: 'Import and export',
    summary: 'A table of assets to fill in and import',
    description:
      'The first row says what may be in each column, the second has the headings, the third is an example, which is not imported. Filled in, it is imported without a mapping.',
    access: 'user',
    query: templateQuery,
    answers: {
      200: { media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'] }
    },
    refusals: []
  }),
  importAssets: operation({
    method: 'POST',
    path: '/assets/import',
    tag: 'Import and export',
    summary: 'Import assets from a file, or look at what that would do',
    description:
      'The part `file` of a form: an archive, or a table as CSV or XLSX (at most 20,000 rows and 200 columns). For tables, the part `mapping` says as JSON what columns contain, and `corrections` which cells have other contents: `[{row, column, value}]`. The operation’s `result` is the report; its file contains the rows of a table that are refused, with the reasons, and can be imported again after they are corrected. Everything is applied in one transaction, and nothing where an asset is refused, unless `on_refused` says otherwise. Nobody is notified, and no certificate is issued.',
    access: 'technician',
    query: importQuery,
    form: true,
    bodyLimit: LARGEST_IMPORT,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'forbidden', 'too_many_requests', 'too_large', 'wrong_type', 'bad_request']
  })
} as const;
