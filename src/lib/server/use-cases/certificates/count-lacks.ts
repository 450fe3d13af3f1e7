import { SIGNATURE_LACKS, type SignatureLack } from '#lib/contracts/verification.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countLacks } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Whoever watches an installation whose database is away must still get the other numbers. */
const PATIENCE_MS = 2000;

/** How many certificates have signatures that lack something that can still be had, by what it is. @throws Error if that takes long */
export async function countLackingProofs({ pool }: Services): Promise<ReadonlyMap<SignatureLack, number>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  const rows = await Promise.race([transaction(pool, SYSTEM, countLacks), late]).finally(() => clearTimeout(timer));
  const found = new Map(rows.map(({ lacks, certificates }) => [lacks, certificates]));
  return new Map(SIGNATURE_LACKS.filter((lacks) => lacks !== 'closed').map((lacks) => [lacks, found.get(lacks) ?? 0]));
}
