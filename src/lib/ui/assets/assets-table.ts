import { ASSET_COLUMNS, type AssetColumn } from '#lib/records/asset-list.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { notableState, type ListedAsset } from '../search/searched-asset.ts';
import type { ListTable } from '../table/list-table.ts';
import { rangeText } from '../text/range-text.ts';

/** The asset list with the columns chosen, for spreadsheets: dates as `YYYY-MM-DD`. */
export function assetsTable(
  assets: readonly ListedAsset[],
  say: Translate,
  language: string,
  columns: readonly AssetColumn[] = ASSET_COLUMNS
): ListTable {
  const cells: Readonly<Record<AssetColumn, (asset: ListedAsset) => string | null>> = {
    name: ({ name }) => name,
    location: ({ location_name }) => location_name,
    range: (asset) =>
      asset.channels.length > 0
        ? say('assets.channels', {
            values: { n: asset.channels.filter(({ archived_at }) => archived_at === null).length }
          })
        : rangeText(asset, language, say('assets.range_to')),
    due: ({ due_date }) => due_date,
    state: (asset) => say(`common.status.${notableState(asset) ?? asset.calibration_status}`)
  };
  return {
    heads: ['asset', ...columns].map((column) => say(`assets.column.${column}`)),
    rows: assets.map((asset) => [asset.asset_id, ...columns.map((column) => cells[column](asset))])
  };
}
