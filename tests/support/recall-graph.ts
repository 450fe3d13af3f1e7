/**
 * A graph of calibrations as a large laboratory has it, for recalls: a reference, what was calibrated with it, and so on for six steps,
 * with diamonds (a calibration reached by two ways), circles, and as many again that cannot be reached.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PersonActor } from '#lib/laboratory/actor.ts';

const DEPTH = 6;
const GOOD_DAY = '2025-01-10';
const BAD_DAY = '2026-01-10';

type Row = {
  id: string;
  asset_id: string;
  version: number;
  day: string;
  reference_asset_id: string | null;
  reference_calibration_id: string | null;
};
export type RecallGraph = { readonly faultyId: string; readonly referenceId: string };

/** @param size calibrations that a recall must find, about */
export async function fillRecallGraph(
  owner: Pick<pg.Client, 'query'>,
  organizationId: string,
  recorder: PersonActor,
  size: number
): Promise<RecallGraph> {
  const assets: string[] = [];
  const newAsset = () => assets[assets.push(randomUUID()) - 1] ?? '';
  const referenceId = newAsset();
  let versions = 0;
  const calibration = (asset_id: string, day: string, used?: Row): Row => ({
    id: randomUUID(),
    asset_id,
    version: ++versions,
    day,
    reference_asset_id: used?.asset_id ?? null,
    reference_calibration_id: used?.id ?? null
  });
  const old = calibration(referenceId, '2024-01-10');
  const good = calibration(referenceId, GOOD_DAY);
  const rows: Row[] = [old, good];
  const between = (i: number) => `2025-${String(2 + (i % 10)).padStart(2, '0')}-15`;
  let level: Row[] = [good];
  const levels: Row[][] = [];
  for (let step = 1; step <= DEPTH; step++) {
    const count = Math.floor(size / DEPTH);
    level = Array.from({ length: count }, (_, i) =>
      calibration(newAsset(), between(i), level[(i * 7919) % level.length])
    );
    levels.push(level);
    rows.push(...level);
  }
  const [, second = [], third = []] = levels;
  // The reference was checked with what was calibrated with it, and used after that: reached at once, and by way of three others.
  for (const [i, checked] of second.slice(0, 20).entries()) {
    const check = calibration(referenceId, between(i), checked);
    rows.push(check, calibration(newAsset(), between(i + 1), check));
  }
  // Instruments that were compared with each other in a circle, below what is concerned and apart from it.
  for (const start of [third[0], undefined]) {
    const [a, b] = [calibration(newAsset(), between(1), start), calibration(newAsset(), between(2))];
    const back = calibration(newAsset(), between(3), b);
    b.reference_calibration_id = start ? a.id : back.id;
    rows.push(a, b, back);
    if (start) start.reference_calibration_id = back.id;
  }
  if (third[0]) third[0].reference_asset_id = referenceId;
  // Before the last good one, and what rests on it.
  const before = [calibration(newAsset(), '2024-06-01', old)];
  for (let i = 0; i < size / 4; i++) before.push(calibration(newAsset(), '2024-07-01', before[i]));
  const faulty = calibration(referenceId, BAD_DAY);
  // Used the reference after it was set right.
  rows.push(...before, faulty, calibration(newAsset(), '2026-02-01', faulty));

  // Change numbers are given by hand, and circles no record could have are wanted.
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO assets (id, organization_id, asset_id, name, seq)
     SELECT id::uuid, $1, 'GRAPH-' || n, 'Asset ' || n, 1000000 + n FROM unnest($2::text[]) WITH ORDINALITY AS a(id, n)`,
    [organizationId, assets]
  );
  await owner.query(
    `INSERT INTO calibrations (id, organization_id, asset_id, version, kind, calibration_date, reference_asset_id, reference_calibration_id,
                               recorded_by, certificate_context, certificate_number, asset_label, asset_name, recorded_by_name,
                               recorded_by_role, conforms, seq)
     SELECT r.id, $1, r.asset_id, r.version, 'internal', r.day, r.reference_asset_id, r.reference_calibration_id, $2, '{}',
            'GRAPH-' || r.version, 'label', 'name', 'A Person', 'technician', r.asset_id <> $4::uuid OR r.day <= $5::date, 2000000 + r.version
     FROM jsonb_to_recordset($3::jsonb) AS r(id uuid, asset_id uuid, version int, day date, reference_asset_id uuid,
                                             reference_calibration_id uuid)`,
    [organizationId, recorder.userId, JSON.stringify(rows), referenceId, GOOD_DAY]
  );
  await owner.query('RESET session_replication_role');
  await owner.query('ANALYZE calibrations');
  return { faultyId: faulty.id, referenceId };
}

/** The same set, by one recursive statement. */
export async function oracleOf(
  owner: Pick<pg.Client, 'query'>,
  { referenceId, faultyId }: RecallGraph
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `WITH RECURSIVE concerned AS (
       SELECT c.id FROM calibrations c WHERE c.reference_asset_id = $1 AND c.calibration_date >= $2
         AND c.reference_calibration_id IS DISTINCT FROM $3
       UNION
       SELECT c.id FROM calibrations c JOIN concerned d ON c.reference_calibration_id = d.id)
     SELECT id FROM concerned WHERE id <> $3`,
    [referenceId, GOOD_DAY, faultyId]
  );
  return rows.map(({ id }) => id);
}
