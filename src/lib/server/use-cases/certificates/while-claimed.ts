import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { SYSTEM } from '#lib/laboratory/actor.ts';
import { CLAIM_SECONDS, claimCertificate, releaseCertificate } from '#lib/server/db/certificate-claims.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** A claim outlives two renewals that fail. */
const RENEW_EVERY_MS = (CLAIM_SECONDS * 1000) / 3;
const ASK_AGAIN_MS = 250;

/**
 * Makes a certificate in one process at a time. The claim is no lock: no connection waits while the file is made. It is renewed
 * until `make` has ended; that of a process that has died expires, and a waiting one takes over.
 * @param find looks, in one transaction with the claim, for what there is to do: a key of a file that is there already, or the facts
 * @param make of the facts, while nobody else does
 * @throws what `find` and `make` throw: nothing is claimed any more
 */
export async function whileClaimed<Facts>(
  { pool, log }: Services,
  calibrationId: string,
  find: (tx: Tx) => Promise<string | Facts>,
  make: (facts: Facts) => Promise<string>
): Promise<string> {
  const claimant = uuidv7();
  const claim = (tx: Tx) => claimCertificate(tx, calibrationId, claimant);
  const release = (tx: Tx) => releaseCertificate(tx, calibrationId, claimant);
  for (;;) {
    const found = await transaction(pool, SYSTEM, async (tx) => {
      if (!(await claim(tx))) return null;
      const facts = await find(tx);
      if (typeof facts === 'string') await release(tx);
      return facts;
    });
    if (typeof found === 'string') return found;
    if (found === null) {
      await pause(ASK_AGAIN_MS);
      continue;
    }
    const uncertain = (thrown: unknown) =>
      log.warn(
        { err: thrown, calibration: calibrationId },
        'the claim of a certificate could not be renewed or released'
      );
    const renewing = setInterval(() => void transaction(pool, SYSTEM, claim).catch(uncertain), RENEW_EVERY_MS);
    try {
      return await make(found);
    } finally {
      clearInterval(renewing);
      await transaction(pool, SYSTEM, release).catch(uncertain);
    }
  }
}
