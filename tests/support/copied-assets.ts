import type pg from 'pg';

/**
 * Copies an asset with its latest calibration so often, by statements of the owner: what would take hours through the application.
 * Each copy has its own ids, identifiers, versions and certificate numbers; those of an earlier call stay.
 */
export async function copyAssets(
  owner: pg.Client,
  assetId: string,
  { count, calibrationsEach }: { readonly count: number; readonly calibrationsEach: number }
): Promise<void> {
  const { rows } = await owner.query<{ id: string; from: number }>(
    `SELECT a.id, (SELECT count(*)::int FROM assets o WHERE o.organization_id = a.organization_id) AS from
     FROM assets a WHERE a.asset_id = $1`,
    [assetId]
  );
  const [original] = rows;
  if (original === undefined) throw new Error(`there is no asset ${assetId}`);
  /** Change numbers that nobody else gets. @returns the one before them */
  const numbers = async (most: number): Promise<string> => {
    const { rows: taken } = await owner.query<{ last: string }>(
      'SELECT take_change_numbers(organization_id, $2) AS last FROM assets WHERE id = $1',
      [original.id, most]
    );
    return String(Number(taken[0]?.last) - most);
  };
  await owner.query('BEGIN');
  await owner.query(
    `CREATE TEMP TABLE copies ON COMMIT DROP AS
     SELECT gen_random_uuid() AS id, 'COPY-' || lpad(($1::int + n)::text, 6, '0') AS asset_id,
       ${await numbers(count)} + n AS seq FROM generate_series(1, $2::int) n`,
    [original.from, count]
  );
  await owner.query(
    `INSERT INTO assets (${await columnsOf(owner, 'assets')}) SELECT ${await columnsOf(owner, 'assets', 'r')} FROM assets a, copies c,
       jsonb_populate_record(a, jsonb_build_object('id', c.id, 'asset_id', c.asset_id, 'seq', c.seq)) r WHERE a.id = $1`,
    [original.id]
  );
  await owner.query(
    `CREATE TEMP TABLE calibration_copies ON COMMIT DROP AS
     SELECT c.id AS asset, c.asset_id AS label, gen_random_uuid() AS id, v AS version,
       ${await numbers(2 * count * calibrationsEach)} + 2 * row_number() OVER () AS seq FROM copies c, generate_series(1, $1::int) v`,
    [calibrationsEach]
  );
  await owner.query(
    `INSERT INTO calibration_points SELECT r.* FROM calibration_copies k, calibration_points p,
       jsonb_populate_record(p, jsonb_build_object('calibration_id', k.id)) r
     WHERE p.calibration_id = (SELECT id FROM calibrations WHERE asset_id = $1 ORDER BY version DESC LIMIT 1)`,
    [original.id]
  );
  await owner.query(
    `INSERT INTO calibrations (${await columnsOf(owner, 'calibrations')}) SELECT ${await columnsOf(owner, 'calibrations', 'r')} FROM calibration_copies k, calibrations c,
       jsonb_populate_record(c, jsonb_build_object('id', k.id, 'asset_id', k.asset, 'asset_label', k.label, 'version', k.version, 'seq', k.seq,
         'certificate_number', k.label || '-' || k.version)) r
     WHERE c.id = (SELECT id FROM calibrations WHERE asset_id = $1 ORDER BY version DESC LIMIT 1)`,
    [original.id]
  );
  await owner.query(
    `INSERT INTO certificates (organization_id, calibration_id, state, seq)
     SELECT c.organization_id, k.id, 'pending', k.seq - 1 FROM calibration_copies k JOIN calibrations c ON c.id = k.id`
  );
  await owner.query('COMMIT');
  await owner.query('ANALYZE');
}

/** All but those that the database makes itself. */
async function columnsOf(owner: pg.Client, table: string, of?: string): Promise<string> {
  const { rows } = await owner.query<{ attname: string }>(
    `SELECT attname FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table]
  );
  return rows.map(({ attname }) => `${of === undefined ? '' : `${of}.`}"${attname}"`).join(', ');
}
