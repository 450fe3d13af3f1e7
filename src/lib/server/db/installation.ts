import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** Asks for the one row that migrations made: answers only where the schema is there. */
export const answers = (tx: Tx): Promise<boolean> =>
  tx.oneFirst(sql.type(z.object({ there: z.boolean() }))`SELECT only_row AS there FROM installation`);
