import { randomUUID } from 'node:crypto';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Verdict } from '#lib/metrology/types.ts';
import { execute, type TestDatabase } from './database.ts';

let versions = 0;
const PROFILE = { low: 0, high: 1, adjusted: false, as_left: null, reference_u: null, places: [] };

/** A stored calibration as the registry sees it: only its dates matter here, not its points or certificate. */
export async function storedCalibration(
  database: TestDatabase,
  asset: Pick<Asset, 'id' | 'organization_id'>,
  recordedBy: string,
  given: {
    channelId?: string | null;
    date?: string;
    due?: string | null;
    voided?: boolean;
    conforms?: boolean | null;
    asFound?: Verdict | null;
  } = {}
): Promise<string> {
  const id = randomUUID();
  versions += 1;
  await execute(
    database.url,
    `INSERT INTO calibrations (id, organization_id, asset_id, channel_id, version, kind, calibration_date, due_date,
                               recorded_by, certificate_context, certificate_number, voided_at, voided_by,
                               asset_label, asset_name, recorded_by_name, recorded_by_role, voided_by_name, voided_by_role,
                               conforms, profile)
     VALUES ($1, $2, $3, $4, $5, 'internal', $6, $7, $8, '{}', $9, $10, $11,
             'label', 'name', 'A Person', 'technician', $12, $12, $13, $14)`,
    [
      id,
      asset.organization_id,
      asset.id,
      given.channelId ?? null,
      versions,
      given.date ?? '2026-01-15',
      given.due ?? null,
      recordedBy,
      `TEST-${versions}`,
      given.voided ? '2026-02-01T00:00:00Z' : null,
      given.voided ? recordedBy : null,
      given.voided ? 'admin' : null,
      given.conforms ?? null,
      given.asFound ? JSON.stringify({ ...PROFILE, as_found: given.asFound }) : null
    ]
  );
  return id;
}
