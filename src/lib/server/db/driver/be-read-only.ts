import { sql } from 'slonik';

/** Makes the rest of the transaction read-only, for good. The driver recognizes such a transaction by it (driver-client.ts). */
export const beReadOnly = sql.fragment`set_config('transaction_read_only', 'on', true)`;
