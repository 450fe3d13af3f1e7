import { exportQuery } from './exchange.ts';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';

export const exchangeOperations = {
  exportAssets: operation({
    method: 'GET',
    path: '/assets/export',
    tag: 'Import and export',
    summary: 'Export assets with their whole history as a ZIP',
    description:
      'Records, calibrations (voided ones too), certificates byte for byte, photos, and tables for spreadsheets. The operation in `Location` says how far it is and where the file is.',
    access: 'technician',
    query: exportQuery,
    answers: { 202: acceptedSchema },
    refusals: ['not_found', 'ambiguous_ref', 'forbidden', 'too_many_requests']
  })
} as const;
