import type { World } from './world.ts';

/**
 * What must be true once everything has settled: each saved calibration is in the database exactly once, numbered without a gap, and
 * nothing else is. @returns what is not, in sentences.
 */
export async function inspectRecord({ postgres, devices }: World): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { asset, saved, unsettled } of devices) {
    faults.push(...unsettled().map((entry) => `not applied: ${entry}`));
    const rows = await postgres.ask<{ id: string; version: number }>(
      `SELECT c.id, c.version::int AS version FROM calibrations c WHERE c.asset_id = $1 ORDER BY version`,
      [asset.id]
    );
    const stored = rows.map(({ id }) => id);
    for (const id of saved()) if (!stored.includes(id)) faults.push(`lost: ${id} of ${asset.asset_id}`);
    for (const id of stored) if (!saved().includes(id)) faults.push(`nobody saved ${id} of ${asset.asset_id}`);
    if (new Set(stored).size !== stored.length) faults.push(`doubled: of ${asset.asset_id}`);
    const versions = rows.map(({ version }) => version);
    if (versions.some((version, i) => version !== i + 1))
      faults.push(`versions of ${asset.asset_id}: ${versions.join(', ')}`);
  }
  return faults;
}

/** What must be true at the end, when nothing is under way any more: certificates are issued, devices hold what the server has. */
export async function inspectEnd({ postgres, devices }: World): Promise<readonly string[]> {
  const faults: string[] = [];
  const open = await postgres.ask<{ state: string; count: number }>(
    `SELECT coalesce(ce.state, 'none') AS state, count(*)::int AS count FROM calibrations c
     LEFT JOIN certificates ce ON ce.calibration_id = c.id
     WHERE c.kind = 'internal' AND ce.state IS DISTINCT FROM 'issued' GROUP BY 1`
  );
  for (const { state, count } of open) faults.push(`${count} certificates are ${state}`);
  const stored = (await postgres.ask<{ id: string }>('SELECT id FROM calibrations ORDER BY id')).map(({ id }) => id);
  for (const { asset, pulled } of devices) {
    const missing = stored.filter((id) => !pulled().includes(id));
    if (missing.length > 0)
      faults.push(`the device of ${asset.asset_id} lacks ${missing.length} of ${stored.length} calibrations`);
  }
  return faults;
}
