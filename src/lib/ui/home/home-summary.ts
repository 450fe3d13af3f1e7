import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { addDays, hasFailed, isInService } from '#lib/laboratory/calibration-status.ts';
import type { Verdict } from '#lib/metrology/types.ts';

export type DueAsset = Pick<
  Asset,
  | 'id'
  | 'asset_id'
  | 'name'
  | 'location_name'
  | 'status'
  | 'out_of_service'
  | 'due_date'
  | 'calibration_status'
  | 'last_verdict'
>;
/** A state as screens show it: `failed` stands beside the due states, of which one out of service has none. */
export type ShownState = CalibrationStatus | 'failed' | 'out_of_service';
export type HomeSummary<A> = {
  /** What failed is not counted as calibrated; where it is due besides, it stands in both. */
  readonly counts: Readonly<Record<ShownState, number>>;
  readonly total: number;
  /** Those whose last verdict does not conform, by identifier. */
  readonly failed: readonly A[];
  /** Overdue first, then due soon, each by date. */
  readonly toDo: readonly A[];
};

/** What the home page says about the assets in use; retired ones are left out. */
export function summarize<A extends DueAsset>(assets: readonly A[]): HomeSummary<A> {
  const counts: Record<ShownState, number> = {
    failed: 0,
    calibrated: 0,
    due_soon: 0,
    overdue: 0,
    never: 0,
    out_of_service: 0
  };
  const toDo: A[] = [];
  const failed: A[] = [];
  let total = 0;
  for (const asset of assets) {
    if (asset.status === 'retired') continue;
    total += 1;
    if (hasFailed(asset)) failed.push(asset);
    if (!isInService(asset)) {
      counts.out_of_service += 1;
      continue;
    }
    if (!hasFailed(asset) || asset.calibration_status !== 'calibrated') counts[asset.calibration_status] += 1;
    if (asset.calibration_status === 'overdue' || asset.calibration_status === 'due_soon') toDo.push(asset);
  }
  toDo.sort((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '') || a.asset_id.localeCompare(b.asset_id));
  failed.sort((a, b) => a.asset_id.localeCompare(b.asset_id, undefined, { numeric: true }));
  return { counts: { ...counts, failed: failed.length }, total, toDo, failed };
}

export type PassRate = { readonly judged: number; readonly passed: number; readonly percent: number | null };

/** Share of the valid calibrations of the last twelve months whose run, as found or after correction, was judged and passed. */
export function passRate(
  calibrations: readonly Pick<CalibrationHeader, 'calibration_date' | 'profile' | 'voided'>[],
  run: 'as_found' | 'as_left',
  today: string
): PassRate {
  const since = addDays(today, -365);
  const judged = calibrations.filter(
    (calibration) => calibration.profile?.[run] && calibration.voided === null && calibration.calibration_date > since
  );
  const passed = judged.filter((calibration) => isPass(calibration.profile?.[run])).length;
  return { judged: judged.length, passed, percent: judged.length === 0 ? null : (100 * passed) / judged.length };
}

const isPass = (verdict: Verdict | null | undefined): boolean => verdict === 'pass' || verdict === 'conditional_pass';
