import { removeFileDatabase } from './file-database.ts';
import { keepOnlyUnsent, removeLocalDatabase } from './local-database.ts';
import { removeReplicated } from './replicated-database.ts';

/**
 * Removes a person's data from the device. With `keepUnsent`, unsent calibrations and drafts, which exist nowhere else,
 * stay for the next sign-in.
 */
export async function wipe(userId: string, { keepUnsent }: { readonly keepUnsent: boolean }): Promise<void> {
  await removeFileDatabase(userId);
  // First the positions, then the rows: if interrupted in between, the next sign-in pulls everything instead of missing
  // rows.
  const kept = keepUnsent && (await keepOnlyUnsent(userId));
  if (!kept) await removeLocalDatabase(userId);
  await removeReplicated(userId);
}
