import type { Traceability } from '#lib/contracts/traceability.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { assertStillVisible } from '#lib/server/use-cases/calibrations/get-calibration.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { trace } from './trace.ts';

/** What rests on a calibration, directly and by way of others. @throws Refusal `not_found` */
export async function listUsedBy(
  services: Services,
  actor: PersonActor,
  id: string,
  depth: number | undefined
): Promise<Traceability> {
  await assertStillVisible(services, actor, id);
  return trace(services, actor, [id], 'forward', depth);
}
