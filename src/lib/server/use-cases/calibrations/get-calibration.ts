import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { Refusal } from '#lib/laboratory/refusal.ts';
import { findCalibration } from '#lib/server/db/calibrations.ts';
import { transaction, type Tx } from '#lib/server/db/transaction.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** One calibration with its points and analysis. @throws Refusal `not_found` */
export const getCalibration = ({ pool }: Services, actor: PersonActor, id: string): Promise<Calibration> =>
  transaction(pool, actor, (tx) => requireCalibration(tx, id));

/** The same within a transaction. @throws Refusal `not_found`, also for what the actor may not see */
export async function requireCalibration(tx: Tx, id: string): Promise<Calibration> {
  const calibration = await findCalibration(tx, id);
  if (calibration === null) throw new Refusal('not_found', 'There is no such calibration that you may see.');
  return calibration;
}
