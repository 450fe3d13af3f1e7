import { z } from 'zod';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';

export const demonstrationOperations = {
  fillDemonstration: operation({
    method: 'POST',
    path: '/admin/demonstration',
    tag: 'Administration',
    summary: 'Set up the demonstration laboratory',
    description:
      'An organization of its own with eight references, fifty-two instruments and three years of history. Its name and each of its certificates say that it is a demonstration. Nobody can sign in as one of its people, and it notifies nobody.',
    access: 'superadmin',
    answers: { 202: acceptedSchema },
    refusals: ['forbidden', 'demonstration_exists', 'database_busy', 'too_many_requests']
  }),
  removeDemonstration: operation({
    method: 'DELETE',
    path: '/admin/demonstration',
    tag: 'Administration',
    summary: 'Remove the demonstration laboratory with all that was made in it',
    description:
      'Its people, records, files and certificates are deleted, whoever made them; its audit log stays. The operation ends with `in_use` if a record of another organization rests on one of them.',
    access: 'superadmin',
    body: z.strictObject({ confirm: z.literal('REMOVE') }),
    answers: { 202: acceptedSchema },
    refusals: ['forbidden', 'not_found', 'database_busy', 'too_many_requests']
  })
} as const;
