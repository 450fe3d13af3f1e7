import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import { addDays, hasFailed, isInService } from './calibration-status.ts';

/** Days within which it is counted what falls due. */
export const DUE_WITHIN = [30, 60, 90] as const;
export type DueWithin = (typeof DUE_WITHIN)[number];

/** So many assets that are not retired and look the same in what is counted. */
export type AlikeAssets = {
  readonly in_service: boolean;
  readonly failed: boolean;
  readonly calibration_status: CalibrationStatus;
  readonly due_date: string | null;
  readonly n: number;
};
export type AssetCounts = {
  /** Of those in service. What failed is not counted as calibrated; where it is due besides, it is counted as due, too. */
  readonly by_status: Readonly<Record<CalibrationStatus, number>>;
  /** Of those in service: due today or within so many days. What is overdue is not among them. */
  readonly due_in: Readonly<Record<DueWithin, number>>;
  /** Whose last verdict does not conform, in service or not. */
  readonly failed: number;
  readonly out_of_service: number;
};

type Counted = Pick<Asset, 'status' | 'out_of_service' | 'calibration_status' | 'due_date' | 'last_verdict'>;

/** An asset as it is counted; null where it is retired. */
export const alikeOf = (asset: Counted): AlikeAssets | null =>
  asset.status === 'retired'
    ? null
    : {
        ...{ in_service: isInService(asset), failed: hasFailed(asset), n: 1 },
        ...{ calibration_status: asset.calibration_status, due_date: asset.due_date }
      };

/** Tells of a due date whether it is today or within so many days. @param today calendar date in the instance's time zone */
export function isDueWithin(days: DueWithin, today: string): (due_date: string | null) => boolean {
  const last = addDays(today, days);
  return (due_date) => due_date !== null && due_date >= today && due_date <= last;
}

/**
 * The numbers of the dashboard. The server asks this for groups of assets, a device for each asset that it holds.
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
