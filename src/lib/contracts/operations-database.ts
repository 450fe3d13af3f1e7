import { z } from 'zod';
import { acceptedSchema } from './long-work.ts';
import { operation } from './operation.ts';
import { instant, queryFlag } from './primitives.ts';

/** More than the files of a laboratory of many years. */
export const LARGEST_INSTALLATION = 256 * 1024 ** 3;
const REFUSALS = ['forbidden', 'proof_required', 'database_busy', 'too_many_requests'] as const;
const PROOF = 'A session is needed whose owner has signed in, or proved their identity, in the last ten minutes.';

const bytes = z.int().nonnegative();
const databaseSchema = z.strictObject({
  estimate: z
    .strictObject({
      records: z.int().nonnegative(),
      files: z.int().nonnegative(),
      bytes: bytes.describe('Size of the archive'),
      seconds: z.int().positive().describe('Duration, on a machine that does nothing else')
    })
    .describe('What an export made now would be. The number of files is exact; all else is an estimate'),
  backups: z
    .strictObject({
      to: z.string().describe('BACKUP_TO'),
      keep: z.int(),
      last_good_at: instant.nullable(),
      last_bytes: bytes.nullable(),
      failing_since: instant.nullable().describe('The first one that failed after the last good one'),
      failure: z.string().nullable()
    })
    .nullable()
    .describe('The nightly backups; null without BACKUP_TO')
});
export type DatabaseDescription = z.infer<typeof databaseSchema>;

export const databaseOperations = {
  describeDatabase: operation({
    method: 'GET',
    path: '/admin/database',
    tag: 'Administration',
    summary: 'Estimated size and duration of an export, and the state of the nightly backups',
    access: 'superadmin',
    answers: { 200: databaseSchema },
    refusals: ['forbidden']
  }),
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
    description: `The part \`file\` of a form is the archive; the part \`confirm\` is \`IMPORT\`, unless it is to be checked only. An archive of an older version is brought to this one. One that was sealed with another SECRET_KEY needs that key as the part \`secret_key_before\`, which is kept nowhere, or \`true\` as the part \`retire_secrets\`: then signing keys, authenticator apps, the password of the mail server and the secrets of webhooks are not imported; the check says how many. The archive is checked as a whole before the first change, and takes effect in one transaction or not at all. Afterwards all sessions but the caller's have ended, and devices begin anew and keep what they have not sent. ${PROOF}`,
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
