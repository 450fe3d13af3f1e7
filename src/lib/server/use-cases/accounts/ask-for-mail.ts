import type { z } from 'zod';
import type { acknowledgement, addressBody } from '#lib/contracts/accounts.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countAttempt, mailRequestLimits } from '#lib/server/auth/attempt-limits.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueue, type JobPayloads } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { Client } from './client.ts';

type Asked = z.output<typeof addressBody>;
type Answered = z.output<typeof acknowledgement>;

/**
 * Nothing is looked up here: only the job finds out whether the account exists and mail is on. So body, status and time
 * reveal nothing (specification 7, rule 1).
 * @throws Refusal `too_many_requests`, counted alike for any address.
 */
async function ask(
  { pool }: Services,
  client: Client,
  { email }: Asked,
  purpose: JobPayloads['mail_account']['purpose'],
  detail: string
): Promise<Answered> {
  await countAttempt(pool, mailRequestLimits(email, client.address));
  await transaction(pool, SYSTEM, (tx) => enqueue(tx, 'mail_account', { email, purpose }, { maxAttempts: 6 }));
  return { detail };
}

/** Resends the verification mail, if the address is waiting for one. */
export const resendVerification = (services: Services, client: Client, body: Asked): Promise<Answered> =>
  ask(
    services,
    client,
    body,
    'verify_email',
    'If an account with this address waits for its verification, a mail is on its way.'
  );

/** Mails a password reset link, if the address has an account (specification 3.2). */
export const forgotPassword = (services: Services, client: Client, body: Asked): Promise<Answered> =>
  ask(
    services,
    client,
    body,
    'reset_password',
    'If there is an account with this address, a mail with a link to a new password is on its way.'
  );
