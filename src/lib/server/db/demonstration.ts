import { ForeignKeyIntegrityConstraintViolationError, sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** The demonstration laboratory, of which there is one at most; also while it is deactivated. */
export const findDemonstration = (tx: Tx): Promise<{ readonly id: string; readonly name: string } | null> =>
  tx.maybeOne(sql.type(z.object({ id: z.string(), name: z.string() }))`
    SELECT id, name FROM organizations WHERE is_demonstration`);

/** Whether an organization is the demonstration, which notifies nobody. */
export const isDemonstration = (tx: Tx, organizationId: string): Promise<boolean> =>
  tx.exists(sql.unsafe`SELECT FROM organizations WHERE id = ${organizationId} AND is_demonstration`);

/**
 * Deletes accounts by the ending of their addresses. Whoever has meanwhile done something elsewhere stays, deactivated, as the author of it.
 */
export async function removePeople(tx: Tx, addressEnding: string): Promise<void> {
  const people = await tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT id FROM users WHERE right(email, ${addressEnding.length}) = ${addressEnding} ORDER BY id`);
  for (const id of people) {
    await tx
      .transaction((inner) => inner.query(sql.unsafe`DELETE FROM users WHERE id = ${id}`))
      .catch((thrown: unknown) => {
        if (!(thrown instanceof ForeignKeyIntegrityConstraintViolationError)) throw thrown;
      });
  }
}
