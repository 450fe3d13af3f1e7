import { addDays } from '#lib/laboratory/calibration-status.ts';
import type { Doors, MadeAsset } from './doors.ts';
import { fillHistory } from './history.ts';
import { planAssets, type PlannedAsset } from './plan.ts';
import { REFERENCES, type ReferenceStandard } from './reference-standards.ts';

/** The most recently calibrated instruments, whose calibrations are notified. */
const LATEST = 2;
const PLACES = [
  'Building A, line 1',
  'Building C, line 2',
  'Utilities',
  'Laboratory 1',
  'Laboratory 3',
  'Effluent'
] as const;

/**
 * Fills a laboratory as its users would: eight references, fifty-two instruments, three years of history.
 * @returns how many calibrations of instruments were recorded
 */
export async function fillLaboratory(doors: Doors): Promise<number> {
  const laboratory = await doors.location('Calibration laboratory', true);
  const places: string[] = [];
  for (const name of PLACES) places.push(await doors.location(name, false));
  const references = new Map<string, MadeAsset>();
  const planned = planAssets().sort((a, b) => lastDayOf(a) - lastDayOf(b));
  const total = REFERENCES.length + planned.length;
  let made = 0;
  let recorded = 0;
  const fill = async (one: PlannedAsset): Promise<void> => {
    await doors.progress(`${one.assetId} ${one.name}`, made, total);
    const place = places[one.locationIndex] ?? laboratory;
    recorded += await fillAsset(doors, one, place, laboratory, references);
    made += 1;
  };
  await doors.quietly(async () => {
    for (const standard of REFERENCES) {
      await doors.progress(`${standard.assetId} ${standard.name}`, made, total);
      references.set(standard.assetId, await fillReference(doors, standard, laboratory));
      made += 1;
    }
    for (const one of planned.slice(0, -LATEST)) await fill(one);
  });
  for (const one of planned.slice(-LATEST)) await fill(one);
  return recorded;
}

async function fillReference(doors: Doors, standard: ReferenceStandard, locationId: string): Promise<MadeAsset> {
  const day = (offset: number) => addDays(doors.today, offset);
  const lastDay = -120 - REFERENCES.indexOf(standard) * 31;
  const asset = await doors.asset({
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
    in_use_since: day(lastDay - 1500)
  });
  for (const offset of [lastDay - 1460, lastDay - 730, lastDay]) {
    await doors.record('manager', `${standard.assetId} ${offset - lastDay}`, {
      asset_ref: asset.id,
      kind: 'external',
      calibration_date: day(offset),
      lab_name: standard.laboratory,
      lab_certificate_number: `${standard.assetId.slice(4)}/${day(offset).slice(0, 4)}-${1000 + REFERENCES.indexOf(standard) * 37}`,
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
  doors: Doors,
  planned: PlannedAsset,
  locationId: string,
  laboratoryId: string,
  references: ReadonlyMap<string, MadeAsset>
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
  const [first] = planned.calibrations;
  const asset = await doors.asset({
    asset_id: planned.assetId,
    name: planned.name,
    manufacturer: planned.manufacturer,
    model: planned.model,
    serial_number: planned.serial,
    category: family.category,
    location_id: locationId,
    calibration_interval_days: family.interval,
    // A month before its first calibration.
    in_use_since: first === undefined ? null : addDays(doors.today, first - 30),
    ...(family.channels ? { channels: family.channels.map((name) => ({ name, ...measuring })) } : measuring)
  });
  const channels = asset.channels.length > 0 ? asset.channels.map((channel) => channel.id) : [null];
  for (const [position, channelId] of channels.entries()) {
    await fillHistory(doors, planned, asset, channelId, position, laboratoryId, references);
  }
  if (planned.special === 'retired') await doors.retire(asset.id);
  if (planned.special === 'out_of_service') {
    await doors.takeOutOfService(asset.id, 'Connection head broken, waiting for the spare part');
  }
  return channels.length * planned.calibrations.length;
}

const lastDayOf = ({ calibrations }: PlannedAsset): number => calibrations.at(-1) ?? Number.MIN_SAFE_INTEGER;
