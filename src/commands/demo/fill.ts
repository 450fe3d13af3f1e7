import type { Asset } from '#lib/contracts/assets.ts';
import type { Location } from '#lib/contracts/locations.ts';
import { dayFromToday } from './calendar.ts';
import { fillHistory, record, type Session } from './history.ts';
import { withoutNotices } from './notices.ts';
import { planAssets, type PlannedAsset } from './plan.ts';
import { REFERENCES, type ReferenceStandard } from './reference-standards.ts';
import { ensureAsset, ensureLocation, ensureOrganization, ensurePeople, PLACES, signInManager } from './staff.ts';

/** The most recently calibrated instruments, whose calibrations are notified. */
const LATEST = 2;

/**
 * Fills a laboratory through the public API, as its users would: eight references, fifty-two instruments, three years
 * of history. Running it again adds no duplicates.
 */
export async function fillLaboratory(baseUrl: string, say: (line: string) => void): Promise<void> {
  const manager = await signInManager(baseUrl);
  const organization = await ensureOrganization(manager);
  const technicians = await ensurePeople(manager, organization.id, baseUrl);
  const session = { manager, technicians };
  const laboratory = await ensureLocation(manager, organization.id, 'Calibration laboratory', true);
  const places: Location[] = [];
  for (const name of PLACES) places.push(await ensureLocation(manager, organization.id, name, false));
  const references = new Map<string, Asset>();
  const fill = async (planned: PlannedAsset): Promise<number> => {
    const location = places[planned.locationIndex] ?? laboratory;
    say(`${planned.assetId} ${planned.name}`);
    return fillAsset(session, organization.id, planned, location.id, laboratory.id, references);
  };
  const planned = planAssets().sort((a, b) => lastDayOf(a) - lastDayOf(b));
  let recorded = 0;
  await withoutNotices([manager, ...technicians], async () => {
    for (const standard of REFERENCES) {
      references.set(standard.assetId, await fillReference(session, organization.id, standard, laboratory.id));
    }
    say(`${references.size} references with their certificates`);
    for (const asset of planned.slice(0, -LATEST)) recorded += await fill(asset);
  });
  for (const asset of planned.slice(-LATEST)) recorded += await fill(asset);
  say(`${recorded} calibrations recorded`);
}

async function fillReference(
  { manager }: Session,
  organizationId: string,
  standard: ReferenceStandard,
  locationId: string
): Promise<Asset> {
  const lastDay = -120 - REFERENCES.indexOf(standard) * 31;
  const asset = await ensureAsset(manager, organizationId, {
    asset_id: standard.assetId,
    name: standard.name,
    manufacturer: standard.manufacturer,
    model: standard.model,
    category: 'Reference standard',
    is_reference: true,
    location_id: locationId,
    quantity: standard.quantity,
    unit: standard.unit,
    range_min: standard.range[0],
    range_max: standard.range[1],
    resolution: standard.resolution,
    calibration_interval_days: 730,
    in_use_since: dayFromToday(lastDay - 1500)
  });
  for (const day of [lastDay - 1460, lastDay - 730, lastDay]) {
    await record(manager, `${standard.assetId} ${day - lastDay}`, {
      asset_ref: asset.id,
      kind: 'external',
      calibration_date: dayFromToday(day),
      lab_name: standard.laboratory,
      lab_certificate_number: `${standard.assetId.slice(4)}/${dayFromToday(day).slice(0, 4)}-${1000 + REFERENCES.indexOf(standard) * 37}`,
      coefficients_only: {
        model: 'none',
        coefficients: [],
        expanded_uncertainty: standard.expandedUncertainty,
        coverage_factor: 2,
        unit: standard.unit,
        measured_unit: standard.unit
      }
    });
  }
  return asset;
}

async function fillAsset(
  session: Session,
  organizationId: string,
  planned: PlannedAsset,
  locationId: string,
  laboratoryId: string,
  references: ReadonlyMap<string, Asset>
): Promise<number> {
  const { family } = planned;
  const measuring = {
    quantity: family.quantity,
    unit: family.unit,
    measured_unit: family.measuredUnit ?? family.unit,
    range_min: family.range[0],
    range_max: family.range[1],
    resolution: family.resolution,
    ...(family.signal && { signal_min: family.signal[0], signal_max: family.signal[1] }),
    tolerance: [{ kind: 'absolute', lower: -family.tolerance, upper: family.tolerance }],
    specification: `${planned.manufacturer} ${planned.model}, data sheet, edition 2024`
  };
  const asset = await ensureAsset(session.manager, organizationId, {
    asset_id: planned.assetId,
    name: planned.name,
    manufacturer: planned.manufacturer,
    model: planned.model,
    serial_number: planned.serial,
    category: family.category,
    location_id: locationId,
    calibration_interval_days: family.interval,
    in_use_since: inUseSince(planned),
    ...(family.channels ? { channels: family.channels.map((name) => ({ name, ...measuring })) } : measuring)
  });
  const channels = asset.channels.length > 0 ? asset.channels.map((channel) => channel.id) : [null];
  for (const [position, channelId] of channels.entries()) {
    await fillHistory(session, planned, asset, channelId, position, laboratoryId, references);
  }
  const path = `/assets/${asset.id}`;
  if (planned.special === 'retired') await session.manager.delete(path);
  if (planned.special === 'out_of_service') {
    await session.manager.post(`${path}/out-of-service`, {
      reason: 'Connection head broken, waiting for the spare part'
    });
  }
  return channels.length * planned.calibrations.length;
}

const lastDayOf = ({ calibrations }: PlannedAsset): number => calibrations.at(-1) ?? Number.MIN_SAFE_INTEGER;

/** Commissioned a month before its first calibration. */
const inUseSince = ({ calibrations: [first] }: PlannedAsset): string | null =>
  first === undefined ? null : dayFromToday(first - 30);
