import { SYSTEM } from '#lib/laboratory/actor.ts';
import { WARN_DAYS } from '#lib/records/signing-certificates.ts';
import { findExpiring } from '#lib/server/db/signing-certificates.ts';
import { transaction } from '#lib/server/db/transaction.ts';
import { enqueueAll } from '#lib/server/jobs/queue.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Once a day: warns organizations whose own signing certificate expires soon; each is warned once of one certificate. */
export async function keepSignatures({ pool, now }: Services): Promise<void> {
  const soon = new Date(now().getTime() + WARN_DAYS * 86_400_000);
  await transaction(pool, SYSTEM, async (tx) => {
    const expiring = await findExpiring(tx, soon);
    await enqueueAll(
      tx,
      expiring.map(({ id }) => ({
        name: 'notify_signing_certificate_expires',
        payload: { signing_certificate_id: id }
      }))
    );
  });
}
