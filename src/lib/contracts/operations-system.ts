import { z } from 'zod';
import { operation } from './operation.ts';
import { pageQuery } from './primitives.ts';
import { loggedMailSchema, mailState, systemSchema } from './system.ts';

export const systemOperations = {
  getSystem: operation({
    method: 'GET',
    path: '/admin/system',
    tag: 'Administration',
    summary: 'State of the installation: processes, database, storage, mail, queue, clocks, and what is wrong',
    access: 'admin',
    answers: { 200: systemSchema }
  }),
  listMails: operation({
    method: 'GET',
    path: '/admin/mails',
    tag: 'Administration',
    summary: 'Mails of the last 30 days and what became of them, the last attempt first',
    description: 'Never what they say. Mails that no attempt has been made to send yet are jobs of the queue.',
    access: 'admin',
    query: z.strictObject({ ...pageQuery.shape, state: mailState.optional() }),
    answers: { 200: z.array(loggedMailSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  })
} as const;
