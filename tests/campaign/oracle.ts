import { createHash } from 'node:crypto';
import { pulledAnew } from './pulled-anew.ts';
import type { World } from './world.ts';

/**
 * What must be true once everything has settled: each saved calibration is in the database exactly once, numbered without a gap, and
 * nothing else is. @returns what is not, in sentences.
 */
export async function inspectRecord({ postgres, devices, promised }: World): Promise<readonly string[]> {
  const registered = await postgres.ask<{ id: string }>('SELECT id FROM assets WHERE id = ANY($1)', [[...promised]]);
  const faults = [...promised]
    .filter((id) => !registered.some((one) => one.id === id))
    .map((id) => `lost: asset ${id}`);
  for (const { asset, saved, unconfirmed, unsettled } of devices) {
    faults.push(...unsettled().map((entry) => `not applied: ${entry}`));
    const rows = await postgres.ask<{ id: string; version: number }>(
      `SELECT c.id, c.version::int AS version FROM calibrations c WHERE c.asset_id = $1 ORDER BY version`,
      [asset.id]
    );
    const stored = rows.map(({ id }) => id);
    for (const id of saved()) if (!stored.includes(id)) faults.push(`lost: ${id} of ${asset.asset_id}`);
    const known = new Set([...saved(), ...unconfirmed()]);
    for (const id of stored) if (!known.has(id)) faults.push(`nobody saved ${id} of ${asset.asset_id}`);
    if (new Set(stored).size !== stored.length) faults.push(`doubled: of ${asset.asset_id}`);
    const versions = rows.map(({ version }) => version);
    if (versions.some((version, i) => version !== i + 1))
      faults.push(`versions of ${asset.asset_id}: ${versions.join(', ')}`);
  }
  return [...faults, ...(await inspectWhole(postgres))];
}

const UUID = '[0-9a-f]{8}-[0-9a-f-]{27}';

/** Record, points, number and certificate came together or not at all, and each person was told once. */
async function inspectWhole({ ask }: World['postgres']): Promise<readonly string[]> {
  const torn = await ask<{ id: string }>(
    `SELECT c.id FROM calibrations c WHERE c.kind = 'internal' AND (c.certificate_number IS NULL
       OR NOT EXISTS (SELECT FROM calibration_points p WHERE p.calibration_id = c.id)
       OR NOT EXISTS (SELECT FROM certificates ce WHERE ce.calibration_id = c.id)
       OR NOT EXISTS (SELECT FROM applied_ids a WHERE a.id = c.id))`
  );
  const numbers = await ask<{ number: string }>(
    `SELECT certificate_number AS number FROM calibrations WHERE certificate_number IS NOT NULL
     GROUP BY organization_id, certificate_number HAVING count(*) > 1`
  );
  const told = await ask<{ times: number }>(
    `SELECT count(*)::int AS times FROM notifications
     WHERE substring(event_key FROM $1) IN (SELECT id::text FROM calibrations)
     GROUP BY user_id, category, substring(event_key FROM $1) HAVING count(*) > 1`,
    [UUID]
  );
  return [
    ...torn.map(({ id }) => `torn: ${id}`),
    ...numbers.map(({ number }) => `assigned twice: ${number}`),
    ...told.map(({ times }) => `told ${times} times of one calibration`)
  ];
}

/** Certificates that are still to come, or failed. As long as there are some, devices change of their own accord. */
export async function inspectIssuing({ postgres }: Pick<World, 'postgres'>): Promise<readonly string[]> {
  const open = await postgres.ask<{ state: string; count: number }>(
    `SELECT coalesce(ce.state, 'none') AS state, count(*)::int AS count FROM calibrations c
     LEFT JOIN certificates ce ON ce.calibration_id = c.id
     WHERE c.kind = 'internal' AND ce.state IS DISTINCT FROM 'issued' GROUP BY 1`
  );
  return open.map(({ state, count }) => `${count} certificates are ${state}`);
}

/** What must be true once devices have pulled: each holds what a new device of the same person would, document by document. */
export async function inspectDevices({ app, devices, technicians }: World): Promise<readonly string[]> {
  devices.forEach((device) => device.wake());
  const faults: string[] = [];
  const pulled = await Promise.all(
    devices.map(async ({ asset, holds }, i) => {
      const fresh = await pulledAnew(app.origin, (await technicians[i]?.token()) ?? '');
      return { asset, fresh, held: holds() };
    })
  );
  for (const { asset, fresh, held } of pulled) {
    for (const [key, document] of fresh)
      if (!isSame(held.get(key), document)) faults.push(`the device of ${asset.asset_id} has another ${key}`);
    for (const key of held.keys())
      if (!fresh.has(key) && !isSuperseded(key, fresh)) faults.push(`the device of ${asset.asset_id} still has ${key}`);
    for (const [key, document] of held)
      if (JSON.stringify(document).includes('Neighbour')) faults.push(`${asset.asset_id} sees a neighbour: ${key}`);
  }
  return faults;
}

/** New devices get the whole record of an instrument's last calibration alone; what was the last once stays where it is. */
const isSuperseded = (key: string, fresh: ReadonlyMap<string, object>) =>
  key.startsWith('calibration_details/') && fresh.has(key.replace('_details', 's'));

const isSame = (a: object | undefined, b: object) => JSON.stringify(a) === JSON.stringify(b);

/** What must be true at the end, when nothing is under way any more: certificates are issued, devices hold what the server has. */
export async function inspectEnd(world: World): Promise<readonly string[]> {
  const { postgres, devices } = world;
  const faults = [...(await inspectIssuing(world)), ...(await inspectCertificates(world))];
  const stored = (await postgres.ask<{ id: string }>('SELECT id FROM calibrations ORDER BY id')).map(({ id }) => id);
  for (const { asset, pulled } of devices) {
    const missing = stored.filter((id) => !pulled().includes(id));
    if (missing.length > 0)
      faults.push(`the device of ${asset.asset_id} lacks ${missing.length} of ${stored.length} calibrations`);
  }
  return faults;
}

/** Each certificate that is issued can be had, and is the bytes whose hash was written down. */
async function inspectCertificates({ postgres, stored }: World): Promise<readonly string[]> {
  const issued = await postgres.ask<{ object_key: string; sha256: string }>(
    `SELECT object_key, sha256 FROM certificates WHERE state = 'issued'`
  );
  const faults: string[] = [];
  for (const { object_key, sha256 } of issued) {
    const bytes = await stored(object_key).catch(() => null);
    const hash = bytes && createHash('sha256').update(bytes).digest('hex');
    if (hash !== sha256) faults.push(bytes === null ? `gone: ${object_key}` : `other bytes: ${object_key}`);
  }
  return faults;
}
