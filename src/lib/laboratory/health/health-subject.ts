import type { Asset } from '#lib/contracts/assets.ts';
import { daysIn, intervalOf } from '../interval.ts';
import { nominalCharacteristic } from '../nominal-characteristic.ts';
import type { HealthSubject } from './asset-health.ts';

/** The fields of an asset or its channel on which the health depends; those of the asset if it has no such channel. */
export function healthSubject(asset: Asset, channelId: string | null): HealthSubject {
  const measuring = asset.channels.find(({ id }) => id === channelId) ?? asset;
  const interval = intervalOf(asset);
  return {
    asset: { id: asset.id, asset_id: asset.asset_id, name: asset.name },
    channelId,
    unit: measuring.unit,
    measuredUnit: measuring.measured_unit ?? measuring.unit,
    tolerance: measuring.tolerance,
    rangeMin: measuring.range_min,
    rangeMax: measuring.range_max,
    nominal: nominalCharacteristic(measuring),
    correctionApplied: measuring.correction_applied,
    intervalDays: interval && daysIn(interval)
  };
}
