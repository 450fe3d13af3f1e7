import type { User } from '#lib/contracts/people.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import type { Tx } from '#lib/server/db/transaction.ts';
import { findUser } from '#lib/server/db/users.ts';

/** @throws Refusal `not_found` */
export async function requireUser(tx: Tx, id: string): Promise<User> {
  const user = await findUser(tx, id);
  if (!user) throw new Refusal('not_found', 'Person not found.');
  return user;
}
