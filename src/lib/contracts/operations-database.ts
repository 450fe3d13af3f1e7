import { z } from 'zod';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';
import { queryFlag } from './primitives.ts';

/** More than the files of a laboratory of many years. */
export const LARGEST_INSTALLATION = 256 * 1024 ** 3;
const REFUSALS = ['forbidden', 'proof_required', 'database_busy', 'too_many_requests'] as const;
const PROOF = 'A session is needed whose owner has signed in, or proved their identity, in the last ten minutes.';

export const databaseOperations = {
  exportDatabase: operation({
    method: 'POST',
    path: '/admin/database/export',
    tag: 'Administration',
    summary: 'Export the whole installation as a ZIP archive',
    description: `All records of one moment, and all files. Passwords are included as hashes; private keys and the password of the mail server as they are sealed with SECRET_KEY, which is not included. ${PROOF}`,
    access: 'superadmin',
    answers: { 202: acceptedSchema },
    refusals: [...REFUSALS]
  }),
  importDatabase: operation({
    method: 'POST',
    path: '/admin/database/import',
    tag: 'Administration',
    summary: 'Replace the whole installation by an archive, or check the archive only',
    description: `The part \`file\` of a form is the archive; the part \`confirm\` is \`IMPORT\`, unless it is to be checked only. The archive is checked as a whole before the first change, and takes effect in one transaction or not at all. Afterwards all sessions but the caller's have ended, and devices begin anew and keep what they have not sent. ${PROOF}`,
    access: 'superadmin',
    query: z.strictObject({ dry_run: queryFlag.default(false).describe('true: only check the archive') }),
    form: true,
    bodyLimit: LARGEST_INSTALLATION,
    answers: { 202: acceptedSchema },
    refusals: [...REFUSALS, 'too_large', 'wrong_type', 'bad_request']
  }),
  resetDatabase: operation({
    method: 'POST',
    path: '/admin/database/reset',
    tag: 'Administration',
    summary: 'Delete everything but the accounts of super administrators',
    description: `The caller stays as well. It cannot be undone. ${PROOF}`,
    access: 'superadmin',
    body: z.strictObject({ confirm: z.literal('RESET') }),
    answers: { 202: acceptedSchema },
    refusals: [...REFUSALS]
  })
} as const;
