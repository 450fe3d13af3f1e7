import { sql } from 'slonik';
import { z } from 'zod';
import { DELIVERY_DAYS } from '#lib/records/webhooks.ts';
import { deleteCertificateMailsBefore } from './certificate-mails.ts';
import { removeMailsBefore } from './mail-log.ts';
import { deleteOperationsBefore } from './operations.ts';
import type { Tx } from './transaction.ts';
import { deleteDeliveriesBefore } from './webhook-deliveries.ts';
import { forgetPreviousSecrets } from './webhooks.ts';

const DAY_MS = 86_400_000;
/** A client does not retry after a week. */
const IDEMPOTENCY_DAYS = 7;
/** Longer than any window of the sign-in limits. */
const ATTEMPT_DAYS = 2;
/** No job is retried for this long. */
const MAILED_DAYS = 30;
/** How long the outcome of an export or import is available. */
const OPERATION_DAYS = 7;
/** As promised to devices (sync/README.md). */
const TOMBSTONE_DAYS = 90;

export type RemovedRows = {
  readonly sessions: number;
  readonly accountTokens: number;
  readonly idempotencyKeys: number;
  readonly loginAttempts: number;
  readonly tombstones: number;
};

/** Removes rows that have expired at the instant `now`. */
export async function removeExpiredRows(tx: Tx, now: Date): Promise<RemovedRows> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const sessions = await tx.query(sql.unsafe`DELETE FROM sessions WHERE expires_at < ${before(0)}::timestamptz`);
  const accountTokens = await tx.query(
    sql.unsafe`DELETE FROM account_tokens WHERE expires_at < ${before(0)}::timestamptz`
  );
  await tx.query(sql.unsafe`DELETE FROM mailed_notices WHERE mailed_at < ${before(MAILED_DAYS)}::timestamptz`);
  await tx.query(sql.unsafe`DELETE FROM reminder_mails WHERE claimed_at < ${before(MAILED_DAYS)}::timestamptz`);
  await tx.query(sql.unsafe`DELETE FROM used_passkey_challenges WHERE expires_at < ${before(0)}::timestamptz`);
  await tx.query(sql.unsafe`DELETE FROM used_sign_in_tickets WHERE expires_at < ${before(0)}::timestamptz`);
  const idempotencyKeys = await tx.query(
    sql.unsafe`DELETE FROM idempotency_keys WHERE created_at < ${before(IDEMPOTENCY_DAYS)}::timestamptz`
  );
  const loginAttempts = await tx.query(
    sql.unsafe`DELETE FROM login_attempts WHERE at < ${before(ATTEMPT_DAYS)}::timestamptz`
  );
  await tx.query(sql.unsafe`DELETE FROM refused_attempts WHERE refused_at < ${before(TOMBSTONE_DAYS)}::timestamptz`);
  await deleteOperationsBefore(tx, new Date(now.getTime() - OPERATION_DAYS * DAY_MS));
  await deleteDeliveriesBefore(tx, new Date(now.getTime() - DELIVERY_DAYS * DAY_MS));
  await deleteCertificateMailsBefore(tx, new Date(now.getTime() - MAILED_DAYS * DAY_MS));
  await removeMailsBefore(tx, before(MAILED_DAYS));
  await forgetPreviousSecrets(tx, now);
  const tombstones = await tx.oneFirst(sql.type(z.object({ removed: z.coerce.number() }))`
    SELECT remove_tombstones(${before(TOMBSTONE_DAYS)}::timestamptz) AS removed`);
  return {
    sessions: sessions.rowCount,
    accountTokens: accountTokens.rowCount,
    idempotencyKeys: idempotencyKeys.rowCount,
    loginAttempts: loginAttempts.rowCount,
    tombstones
  };
}
