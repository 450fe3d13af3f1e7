import type { Asset, CalibrationStatus } from '#lib/contracts/assets.ts';
import { alikeOf, countAssetStates, type AssetCounts } from '#lib/laboratory/asset-counts.ts';
import { hasFailed, isInService } from '#lib/laboratory/calibration-status.ts';

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
  /** What failed is not counted as calibrated; what is also due is counted in both. */
  readonly counts: Readonly<Record<ShownState, number>>;
  readonly dueIn: AssetCounts['due_in'];
  readonly total: number;
  /** Those whose last verdict does not conform, by identifier. */
  readonly failed: readonly A[];
  /** Overdue first, then due soon, each by date. */
  readonly toDo: readonly A[];
};

/** What the home page says about the assets in use; retired ones are left out. */
export function summarize<A extends DueAsset>(assets: readonly A[], today: string): HomeSummary<A> {
  const inUse = assets.filter(({ status }) => status === 'active');
  const counts = countAssetStates(
    inUse.flatMap((asset) => alikeOf(asset) ?? []),
    today
  );
  const toDo = inUse.filter(
    (asset) => isInService(asset) && (asset.calibration_status === 'overdue' || asset.calibration_status === 'due_soon')
  );
  toDo.sort((a, b) => (a.due_date ?? '').localeCompare(b.due_date ?? '') || a.asset_id.localeCompare(b.asset_id));
  const failed = inUse.filter(hasFailed);
  failed.sort((a, b) => a.asset_id.localeCompare(b.asset_id, undefined, { numeric: true }));
  return {
    counts: { ...counts.by_status, failed: counts.failed, out_of_service: counts.out_of_service },
    dueIn: counts.due_in,
    total: inUse.length,
    toDo,
    failed
  };
}
