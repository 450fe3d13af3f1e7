import { sql } from 'slonik';
import type { Tx } from '../transaction.ts';

/**
 * Makes the rest of a transaction of the service itself the owner of the schema, for work on whole tables. Sessions of the pool belong to the
 * owner, who steps down to a role that owns nothing (driver/create-driver.ts); the end of the transaction steps down again.
 */
export async function becomeOwner(tx: Tx): Promise<void> {
  await tx.query(sql.unsafe`SET LOCAL ROLE NONE`);
  // Between two statements an object may be read or written.
  await tx.query(sql.unsafe`SET LOCAL idle_in_transaction_session_timeout = 0`);
}
