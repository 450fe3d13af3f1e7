/**
 * What the filters of the long lists cost beside the lists themselves: a page of fifty with its count, of 50 000 assets and their 150 000
 * calibrations, as a member asks for it. Few instruments have failed, and few calibrations are not judged or failed as found, as
 * it is in a laboratory.
 */
import type pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { listAssets } from '#lib/server/use-cases/assets/list-assets.ts';
import { listCalibrations } from '#lib/server/use-cases/calibrations/list-calibrations.ts';
import { calibratedLaboratory } from '../support/calibrated-laboratory.ts';
import type { TestDatabase } from '../support/database.ts';
import { testServices } from '../support/services.ts';
import { onBenchDatabase } from './bench-database.ts';
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
  await fill(owner, organizationId, technician);
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

/** One asset in fifty has failed at last, one in ten did once; one calibration in forty is not judged, one in thirty failed as found. */
async function fill(owner: pg.Client, organizationId: string, recorder: PersonActor): Promise<void> {
  // Change numbers are given by hand: rows of a trigger are not what is measured.
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(
    `INSERT INTO assets (id, organization_id, asset_id, name, seq)
     SELECT gen_random_uuid(), $1, 'BENCH-' || n, 'Asset ' || n, 1000 + n FROM generate_series(1, $2::int) AS n`,
    [organizationId, ASSETS]
  );
  await owner.query(
    `INSERT INTO calibrations (id, organization_id, asset_id, version, kind, calibration_date, due_date, recorded_by, recorded_at,
                               certificate_context, certificate_number, asset_label, asset_name, recorded_by_name,
                               recorded_by_role, conforms, profile, seq)
     SELECT gen_random_uuid(), $1, a.id, turn, 'internal', day, day + 365, $2, day, '{}', 'BENCH-' || n || '-' || turn,
            a.asset_id, a.name, 'A Person', 'technician',
            CASE WHEN (n + 7 * turn) % 40 = 0 THEN NULL ELSE NOT (turn = $3 AND n % 50 = 0 OR turn = 1 AND n % 10 = 0) END,
            jsonb_build_object('low', 0, 'high', 1, 'adjusted', false, 'as_left', 'pass', 'reference_u', NULL, 'places', '[]'::jsonb,
                               'as_found', CASE WHEN (n + turn) % 30 = 0 THEN 'fail' ELSE 'pass' END),
            100000 + n * $3 + turn
     FROM (SELECT id, asset_id, name, split_part(asset_id, '-', 2)::int AS n FROM assets WHERE asset_id LIKE 'BENCH-%') a
     CROSS JOIN generate_series(1, $3::int) AS turn
     CROSS JOIN LATERAL (SELECT date '2023-01-01' + turn * 365 + n % 300 AS day) d`,
    [organizationId, recorder.userId, EACH]
  );
  await owner.query('RESET session_replication_role');
  await owner.query('VACUUM ANALYZE assets');
  await owner.query('VACUUM ANALYZE calibrations');
}
