import type { User } from '#lib/contracts/people.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';

/** Whom notifications are mailed to. Null for inactive people, and for an address that another person entered and nobody has confirmed. */
export async function findMailReader(tx: Tx, userId: string): Promise<User | null> {
  const reader = await findUser(tx, userId);
  return reader?.is_active && reader.is_verified && reader.former_email === null ? reader : null;
}
