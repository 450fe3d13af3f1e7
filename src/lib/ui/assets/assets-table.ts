import type { Translate } from '#lib/i18n/translate.ts';
import { toldStateOf, type ListedAsset } from '../search/find-everything.ts';
import type { ListTable } from '../table/list-table.ts';
import { rangeText } from '../text/range-text.ts';

const COLUMNS = ['asset', 'name', 'location', 'range', 'due', 'state'] as const;

/** The asset list with its columns, for spreadsheets: dates as `YYYY-MM-DD`. */
export const assetsTable = (assets: readonly ListedAsset[], say: Translate, language: string): ListTable => ({
  heads: COLUMNS.map((column) => say(`assets.column.${column}`)),
  rows: assets.map((asset) => [
    ...[asset.asset_id, asset.name, asset.location_name],
    asset.channels.length > 0
      ? say('assets.channels', {
          values: { n: asset.channels.filter(({ archived_at }) => archived_at === null).length }
        })
      : rangeText(asset, language, say('assets.range_to')),
    asset.due_date,
    say(`common.status.${toldStateOf(asset) ?? asset.calibration_status}`)
  ])
});
