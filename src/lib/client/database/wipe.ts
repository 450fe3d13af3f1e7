import { removeFileDatabase } from './file-database.ts';
import { keepOnlyUnsent, removeLocalDatabase } from './local-database.ts';
import { allClosed } from './open-tabs.ts';
import { removeReplicated } from './replicated-database.ts';

/**
 * Removes a person's data from the device. With `keepUnsent`, unsent calibrations and drafts, which exist nowhere else,
 * stay for the next sign-in. Other tabs store what is being typed in them first: whether there is a draft is known after that, and one that
 * is to be removed does not come back.
 */
export async function wipe(userId: string, { keepUnsent }: { readonly keepUnsent: boolean }): Promise<void> {
  await allClosed(userId);
  await removeFileDatabase(userId);
  // First the positions, then the rows: if interrupted in between, the next sign-in pulls everything instead of missing
  // rows.
  const kept = keepUnsent && (await keepOnlyUnsent(userId));
  if (!kept) await removeLocalDatabase(userId);
  await removeReplicated(userId);
}
