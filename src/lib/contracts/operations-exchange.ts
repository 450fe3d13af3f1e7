import { exportBody, exportQuery, importQuery, LARGEST_IMPORT, templateQuery } from './exchange.ts';
import { acceptedSchema } from './long-work.ts';
import { MIB, operation } from './operation.ts';

export const exchangeOperations = {
  exportAssets: operation({
    method: 'GET',
    path: '/assets/export',
    tag: 'Import and export',
    summary: 'Export assets with their full history as a ZIP archive',
    description:
      'Contains records, calibrations (including voided ones), certificates and files unchanged, photos, and tables for spreadsheets. `Location` is the operation, which reports progress and the address of the file.',
    access: 'technician',
    query: exportQuery,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'too_many_requests']
  }),
  exportSelectedAssets: operation({
    method: 'POST',
    path: '/assets/export',
    tag: 'Import and export',
    summary: 'Export up to 20,000 assets as a ZIP archive',
    description: 'The same archive, for more assets than an address has room for.',
    access: 'technician',
    body: exportBody,
    bodyLimit: 2 * MIB,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'too_many_requests'],
    idempotent: true
  }),
  getImportTemplate: operation({
    method: 'GET',
    path: '/assets/import/template',
    tag: 'Import and export',
    summary: 'Download a template for importing assets from a table',
    description:
      'The first row explains each column, the second has the headings, and the third is an example that is not imported. A completed template is imported without a mapping.',
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
    summary: 'Import assets from a file, or preview the import',
    description:
      'The part `file` of a form: an archive, or a table as CSV or XLSX (at most 20,000 rows and 200 columns). For tables, the part `mapping` states the contents of columns as JSON, and `corrections` replaces cells: `[{row, column, value}]`. The operation’s `result` is the report; its file contains the refused rows of a table with the reasons, and can be corrected and imported again. Everything is applied in one transaction; if an asset is refused, nothing is imported, unless `on_refused` is `leave_out`. No notifications are sent, and no certificates are issued.',
    access: 'technician',
    query: importQuery,
    form: true,
    bodyLimit: LARGEST_IMPORT,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'forbidden', 'too_many_requests', 'too_large', 'wrong_type', 'bad_request']
  })
} as const;
