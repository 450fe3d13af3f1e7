import { callPages } from '#lib/client/api/call.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import type { ListTable } from '#lib/ui/table/list-table.ts';

/** Every move of an asset, as the server knows them. */
export async function allMoves(
  { id, asset_id }: { readonly id: string; readonly asset_id: string },
  say: Translate
): Promise<ListTable> {
  const { movesTable } = await import('#lib/ui/asset/asset-tables.ts');
  return movesTable(asset_id, (await callPages('listAssetMoves', { params: { ref: id } })).items, say);
}
