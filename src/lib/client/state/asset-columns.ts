import type { Asset } from '#lib/contracts/assets.ts';
import { ASSET } from '#lib/records/asset.ts';
import { openColumns, type ColumnReader } from '../database/columns.ts';

export type SavedAssets = {
  /**
   * The assets, each field read from its column on access: a first screen needs few fields, and more of only a dozen
   * rows. The fields are not own properties, so a copy by spreading has none: only for lists on the screen.
   */
  readonly views: readonly Asset[];
  /** The assets as plain objects; takes a moment. */
  readonly read: () => Asset[];
};

/** Opens the saved list of assets. */
export function openSavedAssets(text: string): SavedAssets {
  const columns = openColumns(text);
  return { views: viewsOf(columns), read: () => assetsOf(columns) };
}

function viewsOf({ length, keys, column }: ColumnReader): readonly Asset[] {
  class View {
    constructor(readonly row: number) {}
  }
  for (const key of keys) {
    let read: ((row: number) => unknown) | null = null;
    Object.defineProperty(View.prototype, key, {
      get(this: View) {
        read ??= column(key);
        return read(this.row);
      }
    });
  }
  return Array.from({ length }, (_, row) => new View(row) as unknown as Asset);
}

/** Blank: copying an object and filling it in is faster than adding field by field. There are twenty thousand. */
const BLANK = Object.fromEntries(Object.keys(ASSET).map((key) => [key, null]));

function assetsOf({ length, column }: ColumnReader): Asset[] {
  const fields = Object.keys(ASSET).map((key) => ({ key, read: column(key) }));
  const assets: Asset[] = [];
  for (let row = 0; row < length; row += 1) {
    const asset: Record<string, unknown> = { ...BLANK };
    for (const { key, read } of fields) asset[key] = read(row);
    // The output of `toColumns` for assets.
    assets.push(asset as Asset);
  }
  return assets;
}
