import { SIGNATURE_LACKS } from '#lib/contracts/verification.ts';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { countLacks } from '#lib/server/db/certificate-revisions.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { lackingProofs } from '#lib/server/metrics/metrics.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Whoever watches an installation whose database is away must still get the other numbers. */
const PATIENCE_MS = 2000;

/** Counts the certificates whose signatures lack something that can still be had, for `/metrics`. */
export async function measureLacks({ pool }: Services): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  const rows = await Promise.race([transaction(pool, SYSTEM, countLacks), late]).finally(() => clearTimeout(timer));
  const counted = new Map(rows.map(({ lacks, certificates }) => [lacks, certificates]));
  for (const lacks of SIGNATURE_LACKS) if (lacks !== 'closed') lackingProofs.set({ lacks }, counted.get(lacks) ?? 0);
}
