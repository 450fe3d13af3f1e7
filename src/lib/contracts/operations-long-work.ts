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
    summary: 'The caller’s own exports and imports of the last seven days, the newest first',
    access: 'user',
    answers: { 200: z.array(longOperationSchema) }
  }),
  getOperation: operation({
    method: 'GET',
    path: '/operations/{id}',
    tag: 'Long work',
    summary: 'How far it is, and what came of it',
    description:
      'One’s own alone. Each answer about a finished export carries another `download_url`; the one before no longer works.',
    access: 'user',
    params: byId,
    answers: { 200: longOperationSchema },
    refusals: ['not_found']
  }),
  cancelOperation: operation({
    method: 'DELETE',
    path: '/operations/{id}',
    tag: 'Long work',
    summary: 'Cancel it, or remove what came of it',
    description:
      'What has not committed leaves nothing behind; what has is kept, and only its report and file are removed. With `cancel`, ' +
      'what has finished is left as it is: 409.',
    access: 'user',
    params: byId,
    query: z.strictObject({
      cancel: queryFlag.default(false).describe('true: cancel it, and refuse if it has finished by now')
    }),
    answers: { 204: null },
    refusals: ['not_found', 'already_finished']
  }),
  downloadOperation: operation({
    method: 'GET',
    path: '/operations/{id}/file',
    tag: 'Long work',
    summary: 'The file that was made, by the address in `download_url`',
    description: 'The token in the address is the permission, and is good for one download.',
    access: 'public',
    params: byId,
    query: z.strictObject({ token: z.string().min(1).max(100) }),
    answers: { 200: { media: 'application/zip' } },
    refusals: ['not_found']
  })
} as const;
