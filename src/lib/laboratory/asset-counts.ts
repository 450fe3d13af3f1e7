import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import { addDays, hasFailed, isInService } from './calibration-status.ts';

/** The periods, in days, for which due assets are counted. */
export const DUE_WITHIN = [30, 60, 90] as const;
export type DueWithin = (typeof DUE_WITHIN)[number];

/** A number of assets, not retired, that are equal in every counted respect. */
export type AlikeAssets = {
  readonly in_service: boolean;
  readonly failed: boolean;
  readonly calibration_status: CalibrationStatus;
  readonly due_date: string | null;
  readonly n: number;
};
export type AssetCounts = {
  /** Assets in service. One that failed does not count as calibrated; if it is also due, it counts as due, too. */
  readonly by_status: Readonly<Record<CalibrationStatus, number>>;
  /** Assets in service that are due today or within this number of days; excludes overdue ones. */
  readonly due_in: Readonly<Record<DueWithin, number>>;
  /** Assets whose last verdict does not conform, in service or not. */
  readonly failed: number;
  readonly out_of_service: number;
};

type Counted = Pick<Asset, 'status' | 'out_of_service' | 'calibration_status' | 'due_date' | 'last_verdict'>;

/** An asset as counted; null if it is retired. */
export const alikeOf = (asset: Counted): AlikeAssets | null =>
  asset.status === 'retired'
    ? null
    : {
        ...{ in_service: isInService(asset), failed: hasFailed(asset), n: 1 },
        ...{ calibration_status: asset.calibration_status, due_date: asset.due_date }
      };

/** Whether a due date is today or within a number of days. @param today calendar date in the instance's time zone */
export function isDueWithin(days: DueWithin, today: string): (due_date: string | null) => boolean {
  const last = addDays(today, days);
  return (due_date) => due_date !== null && due_date >= today && due_date <= last;
}

/**
 * The numbers of the dashboard. The server calls this for groups of assets, a device for each of its assets.
 *
 * @param today calendar date in the instance's time zone
 */
export function countAssetStates(assets: Iterable<AlikeAssets>, today: string): AssetCounts {
  const by_status = { calibrated: 0, due_soon: 0, overdue: 0, never: 0 };
  const due_in = { 30: 0, 60: 0, 90: 0 };
  const within = DUE_WITHIN.map((days) => ({ days, isDue: isDueWithin(days, today) }));
  let [failed, out_of_service] = [0, 0];
  for (const asset of assets) {
    if (asset.failed) failed += asset.n;
    if (!asset.in_service) {
      out_of_service += asset.n;
      continue;
    }
    if (!asset.failed || asset.calibration_status !== 'calibrated') by_status[asset.calibration_status] += asset.n;
    for (const { days, isDue } of within) if (isDue(asset.due_date)) due_in[days] += asset.n;
  }
  return { by_status, due_in, failed, out_of_service };
}
