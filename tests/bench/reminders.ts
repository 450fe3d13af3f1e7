/** How long the daily sweep takes over 50 000 assets with three calibrations each, the first one and one after which nothing is new. */
import type pg from 'pg';
import { sweepReminders } from '#lib/server/use-cases/reminders/sweep-reminders.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { fillLaboratory } from './fill-laboratory.ts';
import type { Figure } from './measure.ts';

const ASSETS = 50_000;
const EACH = 3;
const BAR_MS = 60_000;

export const benchReminders = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  // By then 12 000 are overdue, and five thousand will be in a month.
  const services = await testServices(database, { today: () => '2027-03-15' });
  const { technician, organizationId } = await calibratedLaboratory(services);
  await fillLaboratory(owner, { organizationId, recorderId: technician.userId, assets: ASSETS, each: EACH });
  const sweep = async (name: string): Promise<Figure[]> => {
    const begun = performance.now();
    const { due_soon, overdue } = await sweepReminders(services);
    const took = performance.now() - begun;
    const reminded = due_soon.delivered + overdue.delivered;
    const title = `${name} of ${ASSETS} assets, ${reminded} reminded of`;
    return [{ name: title, value: took, unit: 'ms', bar: { kind: 'at most', value: BAR_MS } }];
  };
  return [...(await sweep('first sweep')), ...(await sweep('sweep after it'))];
}
