import { z } from 'zod';
import { longOperationSchema } from './long-work.ts';
import { operation } from './operation.ts';
import { id, queryFlag } from './primitives.ts';

const byId = z.strictObject({ id });

export const longWorkOperations = {
  listOperations: operation({
    method: 'GET',
    path: '/operations',
    tag: 'Long work',
    summary: 'List the caller’s exports and imports of the last seven days, newest first',
    access: 'user',
    answers: { 200: z.array(longOperationSchema) }
  }),
  getOperation: operation({
    method: 'GET',
    path: '/operations/{id}',
    tag: 'Long work',
    summary: 'Progress and result of an export or import',
    description:
      'Only for the caller’s own operations. Each response for a finished export has a new `download_url`; earlier ones no longer work.',
    access: 'user',
    params: byId,
    answers: { 200: longOperationSchema },
    refusals: ['not_found']
  }),
  cancelOperation: operation({
    method: 'DELETE',
    path: '/operations/{id}',
    tag: 'Long work',
    summary: 'Cancel an export or import, or remove its result',
    description:
      'Before it has finished, nothing is kept. Imported records are kept: only the report and the file are removed. With `cancel`, ' +
      'a finished operation is left unchanged (409).',
    access: 'user',
    params: byId,
    query: z.strictObject({
      cancel: queryFlag.default(false).describe('true: only cancel; refused if it has already finished')
    }),
    answers: { 204: null },
    refusals: ['not_found', 'already_finished']
  }),
  downloadOperation: operation({
    method: 'GET',
    path: '/operations/{id}/file',
    tag: 'Long work',
    summary: 'Download the file of an export or report, by `download_url`',
    description: 'The token in the address grants access and works for one download.',
    access: 'public',
    params: byId,
    query: z.strictObject({ token: z.string().min(1).max(100) }),
    answers: { 200: { media: ['application/zip', 'application/pdf'] } },
    refusals: ['not_found']
  })
} as const;
