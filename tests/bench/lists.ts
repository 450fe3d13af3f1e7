/**
 * What the filters of the long lists cost beside the lists themselves: a page of fifty with its count, of 50 000 assets and their 150 000
 * calibrations, as a member asks for it.
 */
import type pg from 'pg';
import { listAssets } from '#lib/server/use-cases/assets/read-assets.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
import { fillLaboratory } from './fill-laboratory.ts';
import { medianTime, type Figure } from './measure.ts';

const ASSETS = 50_000;
const EACH = 3;
const PAGE = { limit: 50 };
const RUNS = 15;
/** A filter over rows may cost half as much again as the list itself. */
const ROW_BAR = 0.66;
/** Six thousand calibrations that once did not conform are each asked whether they are the last. */
const FAILED_BAR = 0.1;

export const benchLists = (): Promise<Figure[]> => onBenchDatabase(measure);

async function measure(database: TestDatabase, owner: pg.Client): Promise<Figure[]> {
  const services = await testServices(database);
  const { technician, organizationId } = await calibratedLaboratory(services);
  await fillLaboratory(owner, { organizationId, recorderId: technician.userId, assets: ASSETS, each: EACH });
  const assets = (filter: object) => medianTime(() => listAssets(services, technician, { ...PAGE, ...filter }), RUNS);
  const calibrations = (filter: object) =>
    medianTime(() => listCalibrations(services, technician, { ...PAGE, ...filter }), RUNS);
  return [
    ...beside(`page of ${ASSETS} assets`, await assets({}), FAILED_BAR, {
      failed: await assets({ verdict: 'failed' })
    }),
    ...beside(`page of ${ASSETS * EACH} calibrations`, await calibrations({}), ROW_BAR, {
      'not conforming': await calibrations({ judgement: 'does_not_conform' }),
      'not judged': await calibrations({ judgement: 'not_judged' }),
      'failed as found': await calibrations({ judgement: 'failed_as_found' })
    })
  ];
}

function beside(list: string, plain: number, bar: number, filtered: Readonly<Record<string, number>>): Figure[] {
  return [
    { name: list, value: plain, unit: 'ms' },
    ...Object.entries(filtered).flatMap(([name, value]): Figure[] => [
      { name: `${list}, ${name}`, value, unit: 'ms' },
      {
        name: `${list} against those ${name}`,
        value: plain / value,
        unit: 'ratio',
        bar: { kind: 'at least', value: bar }
      }
    ])
  ];
}
