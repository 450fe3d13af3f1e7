import { newRecoveryCodes, recoveryCodeHash } from '#lib/server/auth/recovery-codes.ts';
import {
  deleteRecoveryCodes,
  findSecondFactor,
  hasSecondFactor,
  replaceRecoveryCodes
} from '#lib/server/db/second-factors.ts';
import type { Tx } from '#lib/server/db/transaction.ts';

/** Ten new recovery codes, in place of all earlier ones. @returns them, this once */
export async function giveCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash));
  return codes;
}

/** Codes for who has none left, with the first way to sign in or a further one; otherwise those that were saved stay. */
export const codesIfNone = async (tx: Tx, userId: string): Promise<string[]> =>
  (await findSecondFactor(tx, userId)).recovery_codes === 0 ? giveCodes(tx, userId) : [];

/** Recovery codes end with the last second factor. @returns whether none is left */
export async function dropCodesIfLast(tx: Tx, userId: string): Promise<boolean> {
  if (await hasSecondFactor(tx, userId)) return false;
  await deleteRecoveryCodes(tx, userId);
  return true;
}
