/**
 * What the list of assets can be narrowed to, sorted by and show: for the list itself and for the views that people save of it. Views
 * are stored: whoever takes a name away changes those that have it, in a migration.
 */
export const ASSET_FILTERS = [
  'all',
  'failed',
  'overdue',
  'due_soon',
  'due_30',
  'due_60',
  'due_90',
  'references',
  'never',
  'calibrated',
  'out_of_service',
  'retired'
] as const;
export type AssetFilter = (typeof ASSET_FILTERS)[number];

export const ASSET_SORTS = ['due', 'asset_id', 'name', 'location'] as const;
export type AssetSort = (typeof ASSET_SORTS)[number];

/** The columns that one may leave out; the asset's identifier is always shown. */
export const ASSET_COLUMNS = ['name', 'location', 'range', 'due', 'state'] as const;
export type AssetColumn = (typeof ASSET_COLUMNS)[number];

/** How many characters one may search for. */
export const LONGEST_QUERY = 200;

/** How many views of the list a person may keep. */
export const MOST_ASSET_VIEWS = 30;
