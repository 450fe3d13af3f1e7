import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findCalibration, findHeaders } from '#lib/server/db/calibrations.ts';
import { transactionAsOfNow, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** One calibration with its points and analysis. @throws Refusal `not_found` */
export const getCalibration = ({ pool }: Services, actor: PersonActor, id: string): Promise<Calibration> =>
  transactionAsOfNow(pool, actor, (tx) => requireCalibration(tx, id));

/**
 * For results of a calibration that took long to produce: checks that the right has not been revoked meanwhile.
 * @throws Refusal `not_found`
 */
export const assertStillVisible = ({ pool }: Services, actor: PersonActor, id: string): Promise<void> =>
  transactionAsOfNow(pool, actor, async (tx) => {
    if (!(await findHeaders(tx, [id])).has(id)) throw notVisible();
  });

/** A calibration, within a transaction. @throws Refusal `not_found`, also for what the actor may not see */
export async function requireCalibration(tx: Tx, id: string): Promise<Calibration> {
  const calibration = await findCalibration(tx, id);
  if (calibration === null) throw notVisible();
  return calibration;
}

const notVisible = () => new Refusal('not_found', 'Calibration not found, or you do not have access to it.');
