/**
 * A laboratory of many years, written past the API, which would take hours: assets at a hundred places, and their calibrations, as
 * wide as recorded ones. One asset in fifty has failed at last, one in ten did once; one calibration in forty is not judged, one in
 * thirty failed as found.
 */
import type pg from 'pg';

/** @param each how many calibrations every asset has: one a year, the last in 2026 */
export async function fillLaboratory(
  owner: pg.Client,
  { organizationId, recorderId, assets, each }: Size & { readonly organizationId: string; readonly recorderId: string }
): Promise<void> {
  // Change numbers are given by hand: rows of a trigger are not what is measured.
  await owner.query(`SET session_replication_role = replica`);
  await owner.query(
    `INSERT INTO locations (id, organization_id, name, seq)
     SELECT gen_random_uuid(), $1, 'Hall ' || n, 500 + n FROM generate_series(1, 100) AS n`,
    [organizationId]
  );
  await owner.query(
    `INSERT INTO assets (id, organization_id, asset_id, name, manufacturer, model, serial_number, category, location_id, seq)
     SELECT gen_random_uuid(), $1, 'BENCH-' || n, 'Asset ' || n, 'Maker ' || n % 7, 'M' || n % 41, 'SN' || n * 7, 'Pressure',
            places[1 + n % 100], 1000 + n
     FROM generate_series(1, $2::int) AS n,
          (SELECT array_agg(id ORDER BY seq) AS places FROM locations WHERE organization_id = $1) l`,
    [organizationId, assets]
  );
  await owner.query(
    `INSERT INTO calibrations (id, organization_id, asset_id, version, kind, calibration_date, due_date, recorded_by, recorded_at,
                               certificate_context, certificate_number, asset_label, asset_name, recorded_by_name,
                               recorded_by_role, conforms, profile, notes, seq)
     SELECT gen_random_uuid(), $1, a.id, turn, 'internal', day, day + 365, $2, day, '{}', 'BENCH-' || n || '-' || turn,
            a.asset_id, a.name, 'A Person', 'technician',
            CASE WHEN (n + 7 * turn) % 40 = 0 THEN NULL ELSE NOT (turn = $3 AND n % 50 = 0 OR turn = 1 AND n % 10 = 0) END,
            jsonb_build_object('low', 0, 'high', 1, 'adjusted', false, 'as_left', 'pass', 'reference_u', NULL, 'places', '[]'::jsonb,
                               'as_found', CASE WHEN (n + turn) % 30 = 0 THEN 'fail' ELSE 'pass' END),
            repeat('as wide as a recorded one ', 20), 100000 + n * $3 + turn
     FROM (SELECT id, asset_id, name, split_part(asset_id, '-', 2)::int AS n FROM assets WHERE asset_id LIKE 'BENCH-%') a
     CROSS JOIN generate_series(1, $3::int) AS turn
     CROSS JOIN LATERAL (SELECT date '2026-01-01' + n % 300 - 365 * ($3 - turn) AS day) d`,
    [organizationId, recorderId, each]
  );
  await owner.query('RESET session_replication_role');
  for (const table of ['locations', 'assets', 'calibrations']) await owner.query(`VACUUM ANALYZE ${table}`);
}

export type Size = { readonly assets: number; readonly each: number };
