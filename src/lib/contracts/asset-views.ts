import { z } from 'zod';
import { ASSET_COLUMNS, ASSET_FILTERS, ASSET_SORTS, LONGEST_QUERY } from '#lib/records/asset-list.ts';
import { id, instant, line } from './primitives.ts';

const columns = z
  .array(z.enum(ASSET_COLUMNS))
  .max(ASSET_COLUMNS.length)
  .refine((columns) => new Set(columns).size === columns.length, 'Each column once')
  .describe('The columns shown besides the asset’s identifier');

/** A view of the asset list that a person has saved under a name. */
export const assetViewSchema = z.strictObject({
  id,
  name: line(60),
  query: z.string().trim().max(LONGEST_QUERY).describe('The words searched for; empty for none'),
  filter: z.enum(ASSET_FILTERS),
  location_id: id.nullable().describe('Narrows the list to this location and those within it'),
  sort: z.enum(ASSET_SORTS),
  columns,
  updated_at: instant
});
export type AssetView = z.infer<typeof assetViewSchema>;

export const createAssetViewBody = assetViewSchema.omit({ id: true, updated_at: true });
export const updateAssetViewBody = createAssetViewBody.partial();
