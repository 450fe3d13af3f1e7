/** Addresses of an asset's pages. All links come from here, because an identifier is unique only within an organization. */
type Named = { readonly id: string; readonly asset_id: string };

let hasNamesakes: (assetId: string) => boolean = () => false;

/** The frame says how to find out whether several assets on this device have an identifier. */
export function askForNamesakes(ask: (assetId: string) => boolean): void {
  hasNamesakes = ask;
}

/** What names an asset in an address: its identifier, or its UUID if another organization's asset has the same identifier. */
export const assetRef = ({ id, asset_id }: Named): string => (hasNamesakes(asset_id) ? id : asset_id);

/**
 * The address of an asset, or of a page below it.
 *
 * @param rest of the address, such as `/calibrate?channel=…`
 */
export const assetHref = (asset: Named, rest = ''): string => pathOfAsset(assetRef(asset), rest);

/** The same by what names it, for an asset that may not be on this device. */
export const pathOfAsset = (ref: string, rest = ''): string => `/assets/${encodeURIComponent(ref)}${rest}`;
